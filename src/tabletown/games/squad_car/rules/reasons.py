"""Why a thing is not allowed in Squad Car, each with its clause."""

from tabletown.rulekit.reasons import Reasons

REASONS = Reasons()

ROBBERS_HAVE_WON = REASONS.because("robbers_have_won", "SC-W1")
POLICE_HAVE_WON = REASONS.because("police_have_won", "SC-W2")
GAME_IS_DRAWN = REASONS.because("game_is_drawn", "SC-W3")
NOT_YOUR_TURN = REASONS.because("not_your_turn", "SC-T1")
SPIN_FIRST = REASONS.because("spin_first", "SC-T3")
ALREADY_SPUN = REASONS.because("already_spun", "SC-T3")
NO_MOVES_LEFT = REASONS.because("no_moves_left", "SC-M1")

# ------------------------------------------------------------ the road
OFF_THE_ROAD = REASONS.because("off_the_road", "SC-M12")
ACROSS_THE_ROAD = REASONS.because("across_the_road", "SC-M8")
INTO_A_LOT = REASONS.because("into_a_lot", "SC-M11")
ASKEW = REASONS.because("askew", "SC-M5")
NO_CROSSING_AHEAD = REASONS.because("no_crossing_ahead", "SC-M4")
NO_ROAD_TO_TURN_INTO = REASONS.because("no_road_to_turn_into", "SC-M4")
TURNING_IN_A_LOT = REASONS.because("turning_in_a_lot", "SC-M10")
AGAINST_ONE_WAY = REASONS.because("against_one_way", "SC-L6")
TURNING_IN_ONE_WAY = REASONS.because("turning_in_one_way", "SC-L7")
BEYOND_LAST_CROSSING = REASONS.because("beyond_last_crossing", "SC-L8")

# ------------------------------------------------------------ other cars and roadblocks
NO_ROOM_TO_PASS = REASONS.because("no_room_to_pass", "SC-L4")
QUARTER_TURN_ALONGSIDE = REASONS.because("quarter_turn_alongside", "SC-L5")
HALF_TURN_ALONGSIDE = REASONS.because("half_turn_alongside", "SC-L5")
STOPPING_ALONGSIDE = REASONS.because("stopping_alongside", "SC-L5")
ROADBLOCK_AHEAD = REASONS.because("roadblock_ahead", "SC-X2")

# ------------------------------------------------------------ placing and shifting roadblocks
ROADBLOCKS_FIRST = REASONS.because("roadblocks_first", "SC-S3")
PLACE_THE_ROADBLOCK = REASONS.because("place_the_roadblock", "SC-F2")
NO_ROADBLOCK_IN_HAND = REASONS.because("no_roadblock_in_hand", "SC-F2")
CAR_ON_EXIT = REASONS.because("car_on_exit", "SC-S4")
ROADBLOCK_ON_EXIT = REASONS.because("roadblock_on_exit", "SC-S4")
SAME_EXIT = REASONS.because("same_exit", "SC-F3")
NO_SHIFT_ALLOWED = REASONS.because("no_shift_allowed", "SC-F2")
NO_ROADBLOCK_THERE = REASONS.because("no_roadblock_there", "SC-F2")
ALREADY_SHIFTED = REASONS.because("already_shifted", "SC-F4")
SHIFTING_WHILE_PASSING = REASONS.because("shifting_while_passing", "SC-L5")
