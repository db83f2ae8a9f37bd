/* The Estates by hand in C, one round, money hidden: how fast these rules could be played at all.

   It plays the very games that `tabletown simulate the_estates` plays, seed by seed and choice by choice, so that the
   number of decisions and of every seat's wins must be the same. Only what random play needs is here: no refusals, no
   views, no words, no other figures than the edition's.

   Usage: the_estates PLAYERS GAMES FIRST_SEED */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SEATS = 5, ROWS = 3, LOTS = 10, LEVELS = 6, COLOURS = 6, VALUES = 6, LINES = 3, LINE = 8, PERMITS = 3, ROOFS = 12 };
enum { CHECKS_EACH = 12, ZONED_LENGTH = 4, WHOLE_WIN = 60 };
enum { CUBE, ROOF, PERMIT, MAYOR, CANCEL };
enum { AVAILABLE = -1, GONE = -2, NOBODY = -1 };

static const uint8_t white_dirt[ROWS][LOTS] = {
    {1, 0, 0, 0, 0, 0, 1, 0, 0, 0}, {0, 0, 1, 0, 1, 0, 0, 0, 0, 0}, {0, 1, 0, 0, 0, 0, 0, 0, 0, 0}};

typedef struct {
    uint64_t rng;
    int players, seat, auctioneer, piece, face, cubes_left, roofs_left, mayor, cancel;
    int cash[SEATS], stowed[SEATS], score[SEATS];
    int certificate[COLOURS];
    int first[LINES], end[LINES];
    uint8_t display[LINES][LINE];
    int roofs[VALUES + 1];
    int built[ROWS], requirement[ROWS], roofless[ROWS];
    uint8_t top[ROWS][LOTS];   /* the topmost cube, which is all that placing and owning look at */
    uint8_t worth[ROWS][LOTS]; /* of the cubes and the roof */
    uint8_t roofed[ROWS][LOTS];
    int permit_row[PERMITS], permit_change[PERMITS];
} Game;

/* ---------------------------------------------------------------- chance */

#define MASK63 0x7FFFFFFFFFFFFFFFull

static inline uint64_t stepped(uint64_t x) { return (x * 6364136223846793005ull + 1442695040888963407ull) & MASK63; }
static inline uint64_t drawn(uint64_t x) { return ((x ^ (x >> 22)) >> 31) & 0xFFFFFFFFull; }

static uint64_t stirred(int64_t seed) {
    uint64_t x = ((uint64_t)seed ^ 0x2545F4914F6CDD1Dull) & MASK63;
    x = ((x ^ (x >> 32)) * 0x6C8E9CF570932BD5ull) & MASK63;
    x = ((x ^ (x >> 29)) * 0x58A755C93B1F62A3ull) & MASK63;
    return x ^ (x >> 31);
}

static inline int roll(Game *g, uint64_t n) {
    uint64_t x = stepped(g->rng), wide = drawn(x) * n;
    if ((wide & 0xFFFFFFFFull) < n)
        for (uint64_t bar = (0x100000000ull - n) % n; (wide & 0xFFFFFFFFull) < bar; wide = drawn(x) * n) x = stepped(x);
    g->rng = x;
    return (int)(wide >> 32);
}

/* ---------------------------------------------------------------- set-up and turns */

static inline int left_of(const Game *g, int seat) { return seat + 1 < g->players ? seat + 1 : 0; }

static void set_up(Game *g, int players) {
    uint8_t bag[COLOURS * VALUES];
    g->players = players;
    for (int seat = 0; seat < players; seat++) g->cash[seat] = CHECKS_EACH, g->stowed[seat] = 0;
    g->auctioneer = roll(g, (uint64_t)players);
    for (int k = 0; k < COLOURS * VALUES; k++) bag[k] = (uint8_t)(k / VALUES << 3 | (k % VALUES + 1));
    for (int last = COLOURS * VALUES - 1; last > 0; last--) {
        int other = roll(g, (uint64_t)last + 1);
        uint8_t cube = bag[last];
        bag[last] = bag[other];
        bag[other] = cube;
    }
    memcpy(g->display, bag, LINES * LINE);
    for (int line = 0; line < LINES; line++) g->first[line] = 0, g->end[line] = LINE;
    g->cubes_left = LINES * LINE;
    for (int value = 1; value <= VALUES; value++) g->roofs[value] = ROOFS / VALUES;
    g->roofs_left = ROOFS;
    for (int row = 0; row < ROWS; row++) g->built[row] = g->roofless[row] = 0, g->requirement[row] = ZONED_LENGTH;
    memset(g->roofed, 0, sizeof g->roofed);
    for (int permit = 0; permit < PERMITS; permit++) g->permit_row[permit] = AVAILABLE, g->permit_change[permit] = 0;
    g->mayor = g->cancel = AVAILABLE;
    for (int colour = 0; colour < COLOURS; colour++) g->certificate[colour] = NOBODY;
}

static inline int is_complete(const Game *g, int row) {
    return g->built[row] >= g->requirement[row] && g->roofless[row] == 0;
}

static inline int is_over(const Game *g) {
    return is_complete(g, 0) + is_complete(g, 1) + is_complete(g, 2) >= 2 || g->roofs_left == 0 ||
           (g->cubes_left == 0 && g->roofless[0] + g->roofless[1] + g->roofless[2] == 0);
}

/* ---------------------------------------------------------------- a random decision of each kind; x is the draw */

static inline int share(uint64_t x, int count) { return (int)((drawn(x) * (uint64_t)count) >> 32); }

static inline int takes_floor(const Game *g, int row, int lot, int value) {
    return !g->roofed[row][lot] && !white_dirt[row][lot] && value < (g->top[row][lot] & 7);
}

static int placeable_below(const Game *g) {
    int highest = 0;
    for (int row = 0; row < ROWS; row++)
        if (g->built[row] < g->requirement[row]) return VALUES + 1;
    for (int row = 0; row < ROWS; row++)
        for (int lot = 0; lot < g->built[row]; lot++)
            if (takes_floor(g, row, lot, 0) && (g->top[row][lot] & 7) > highest) highest = g->top[row][lot] & 7;
    return highest;
}

static inline void put_up(Game *g, int piece, int face) { g->piece = piece, g->face = face; }

static inline void choose(Game *g, uint64_t x) {
    int8_t found[LINES * 2 + 1 + PERMITS + 2];
    int n = 0, below = placeable_below(g);
    for (int line = 0; line < LINES; line++) {
        int left = g->end[line] - g->first[line];
        if (left > 0 && (g->display[line][g->first[line]] & 7) < below) found[n++] = (int8_t)(2 * line);
        if (left > 1 && (g->display[line][g->end[line] - 1] & 7) < below) found[n++] = (int8_t)(2 * line + 1);
    }
    if (g->roofs_left > 0 && g->roofless[0] + g->roofless[1] + g->roofless[2] > 0) found[n++] = 6;
    for (int permit = 0; permit < PERMITS; permit++)
        if (g->permit_row[permit] == AVAILABLE) found[n++] = (int8_t)(7 + permit);
    if (g->mayor == AVAILABLE) found[n++] = 10;
    if (g->cancel == AVAILABLE) found[n++] = 11;
    int chosen = found[share(x, n)];
    if (chosen < 6) {
        int line = chosen >> 1;
        g->cubes_left--;
        put_up(g, CUBE, g->display[line][chosen & 1 ? --g->end[line] : g->first[line]++]);
    } else if (chosen == 6) {
        int k = roll(g, (uint64_t)g->roofs_left), value = 1;
        while (k >= g->roofs[value]) k -= g->roofs[value++];
        g->roofs[value]--;
        g->roofs_left--;
        put_up(g, ROOF, value);
    } else if (chosen < 10) {
        put_up(g, PERMIT, chosen - 7);
    } else {
        put_up(g, chosen == 10 ? MAYOR : CANCEL, 0);
    }
}

static inline void place_cube(Game *g, uint64_t x) {
    int8_t found[ROWS * LOTS];
    int n = 0, value = g->face & 7;
    for (int row = 0; row < ROWS; row++) {
        if (g->roofless[row] > 0)
            for (int lot = 0; lot < g->built[row]; lot++)
                if (takes_floor(g, row, lot, value)) found[n++] = (int8_t)(row << 4 | lot);
        if (g->built[row] < g->requirement[row]) found[n++] = (int8_t)(row << 4 | g->built[row]);
    }
    int chosen = found[share(x, n)], row = chosen >> 4, lot = chosen & 15;
    if (lot == g->built[row]) g->built[row]++, g->roofless[row]++, g->worth[row][lot] = 0;
    g->top[row][lot] = (uint8_t)g->face;
    g->worth[row][lot] += (uint8_t)value;
    if (g->certificate[g->face >> 3] == NOBODY) g->certificate[g->face >> 3] = g->seat;
}

static inline void place_roof(Game *g, uint64_t x) {
    int8_t found[ROWS * LOTS];
    int n = 0;
    for (int row = 0; row < ROWS; row++)
        if (g->roofless[row] > 0)
            for (int lot = 0; lot < g->built[row]; lot++)
                if (!g->roofed[row][lot]) found[n++] = (int8_t)(row << 4 | lot);
    int chosen = found[share(x, n)], row = chosen >> 4, lot = chosen & 15;
    g->roofed[row][lot] = 1;
    g->worth[row][lot] += (uint8_t)g->face;
    g->roofless[row]--;
}

static inline int may_be_that_long(const Game *g, int row, int requirement) {
    return requirement < LOTS && requirement >= 0 && requirement >= g->built[row];
}

static inline void place_permit(Game *g, uint64_t x) {
    int8_t found[ROWS * 2 + 1];
    int n = 0, value = g->face + 1;
    for (int row = 0; row < ROWS; row++) {
        if (may_be_that_long(g, row, g->requirement[row] - value)) found[n++] = (int8_t)(2 * row);
        if (may_be_that_long(g, row, g->requirement[row] + value)) found[n++] = (int8_t)(2 * row + 1);
    }
    int k = share(x, n + 1);
    if (k == n) {
        g->permit_row[g->face] = GONE;
        return;
    }
    int row = found[k] >> 1, change = found[k] & 1 ? value : -value;
    g->permit_row[g->face] = row;
    g->permit_change[g->face] = change;
    g->requirement[row] += change;
}

static inline void use_cancel(Game *g, uint64_t x) {
    int n = 0, found[PERMITS];
    for (int permit = 0; permit < PERMITS; permit++) {
        int row = g->permit_row[permit];
        if (row >= 0 && may_be_that_long(g, row, g->requirement[row] - g->permit_change[permit])) found[n++] = permit;
    }
    int k = share(x, n + 1);
    g->cancel = GONE;
    if (k < n) {
        g->requirement[g->permit_row[found[k]]] -= g->permit_change[found[k]];
        g->permit_row[found[k]] = GONE;
        g->permit_change[found[k]] = 0;
    }
}

static inline void place(Game *g, uint64_t x) {
    switch (g->piece) {
    case CUBE: place_cube(g, x); break;
    case ROOF: place_roof(g, x); break;
    case PERMIT: place_permit(g, x); break;
    case MAYOR: {
        int row = share(x, ROWS + 1);
        g->mayor = row < ROWS ? row : GONE;
        break;
    }
    default: use_cancel(g, x);
    }
}

/* ---------------------------------------------------------------- a turn, straight on; answers its decisions */

static inline int turn(Game *g, uint64_t *draws) {
    uint64_t x = *draws;
    int decisions = 1 + g->players, high_bid = 0, high_bidder = NOBODY; /* choosing, bidding, placing */
    if (g->cash[g->auctioneer] > 0) {
        int stows = share(x = stepped(x), 2);
        g->cash[g->auctioneer] -= stows;
        g->stowed[g->auctioneer] += stows;
        decisions++;
    }
    choose(g, x = stepped(x));
    for (int seat = left_of(g, g->auctioneer); seat != g->auctioneer; seat = left_of(g, seat)) {
        int more = g->cash[seat] - high_bid, k = share(x = stepped(x), more > 0 ? more + 1 : 1);
        if (k > 0) high_bid += k, high_bidder = seat;
    }
    g->seat = g->auctioneer;
    if (high_bidder != NOBODY) {
        int keeps = share(x = stepped(x), g->cash[g->auctioneer] >= high_bid ? 2 : 1);
        g->cash[high_bidder] += keeps ? high_bid : -high_bid;
        g->cash[g->auctioneer] += keeps ? -high_bid : high_bid;
        g->seat = keeps ? g->auctioneer : high_bidder;
        decisions++;
    }
    place(g, x = stepped(x));
    g->auctioneer = left_of(g, g->auctioneer);
    *draws = x;
    return decisions;
}

/* ---------------------------------------------------------------- the end */

static void share_the_win(Game *g, int64_t *wins) {
    int best = -1000000, winners = 0, standing[SEATS];
    for (int seat = 0; seat < g->players; seat++) g->score[seat] = g->stowed[seat];
    for (int row = 0; row < ROWS; row++) {
        int sign = (is_complete(g, row) ? 1 : -1) * (g->mayor == row ? 2 : 1);
        for (int lot = 0; lot < g->built[row]; lot++)
            g->score[g->certificate[g->top[row][lot] >> 3]] += sign * g->worth[row][lot];
    }
    for (int seat = 0; seat < g->players; seat++) {
        standing[seat] = g->score[seat] * 128 + g->cash[seat] + g->stowed[seat];
        if (standing[seat] > best) best = standing[seat], winners = 0;
        winners += standing[seat] == best;
    }
    for (int seat = 0; seat < g->players; seat++)
        if (standing[seat] == best) wins[seat] += WHOLE_WIN / winners;
}

int main(int count, char **given) {
    if (count != 4) return 2;
    int players = atoi(given[1]);
    int64_t games = atoll(given[2]), seed = atoll(given[3]), decisions = 0, wins[SEATS] = {0};
    clock_t start = clock();
    for (int64_t k = seed; k < seed + games; k++) {
        Game g;
        g.rng = stirred(k);
        set_up(&g, players);
        uint64_t x = stirred(-1 - k);
        do decisions += turn(&g, &x);
        while (!is_over(&g));
        share_the_win(&g, wins);
    }
    double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    printf("{\"decisions\": %lld, \"cpu_seconds\": %.6f, \"wins\": [", (long long)decisions, seconds);
    for (int seat = 0; seat < players; seat++) printf("%s%lld", seat ? ", " : "", (long long)wins[seat]);
    printf("]}\n");
    return 0;
}
