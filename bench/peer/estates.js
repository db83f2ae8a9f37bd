// A game of the size of The Estates for boardgame.io: pieces are offered, bid for once around, bought and built.
const { ActivePlayers, INVALID_MOVE } = require("boardgame.io/core");

const ROWS = 3, LOTS = 4, HEIGHT = 6, COMPANIES = 6, COLUMNS = 8, PURSE = 12;

function dealt(random) {
  const cubes = [];
  for (let company = 0; company < COMPANIES; company++) {
    for (let value = 1; value <= HEIGHT; value++) cubes.push({ kind: "cube", company, value });
  }
  const pieces = random.Shuffle(cubes).slice(0, 24);
  for (let value = 1; value <= HEIGHT; value++) pieces.push({ kind: "roof", company: -1, value });
  return pieces;
}

function setup({ ctx, random }) {
  const pieces = dealt(random);
  const seats = Array.from({ length: ctx.numPlayers }, (_, seat) => seat);
  return {
    supply: Array.from({ length: COLUMNS }, (_, column) => pieces.filter((_piece, at) => at % COLUMNS === column)),
    rows: Array.from({ length: ROWS }, () => Array.from({ length: LOTS }, () => [])),
    money: seats.map(() => PURSE),
    owners: Array.from({ length: COMPANIES }, () => -1),
    phase: "offer", asked: 0, auctioneer: 0, piece: null, bids: seats.map(() => -1), buyer: -1, told: [],
  };
}

const tell = (G, ...what) => { G.told.push(what); if (G.told.length > 20) G.told.shift(); };
const isBuilt = (stack) => stack.length > 0 && stack[stack.length - 1].kind === "roof";
const fits = (stack, piece) => !isBuilt(stack) && (piece.kind === "cube" ? stack.length < HEIGHT : stack.length > 0);
const anywhere = (G) => G.rows.some((row) => row.some((stack) => fits(stack, G.piece)));
const scores = (G) => G.money.map((money, seat) => money + G.rows.flat().filter(isBuilt)
  .reduce((sum, stack) => sum + (G.owners[stack[0].company] === seat ? 1 : -1) * stack.reduce((all, p) => all + p.value, 0), 0));

function nextTurn(G, seats) {
  G.auctioneer = (G.auctioneer + 1) % seats;
  Object.assign(G, { phase: "offer", asked: G.auctioneer, piece: null, buyer: -1, bids: G.bids.map(() => -1) });
}

const moves = {
  offer({ G, ctx, playerID }, column) {
    if (G.phase !== "offer" || Number(playerID) !== G.asked || !G.supply[column]?.length) return INVALID_MOVE;
    G.piece = G.supply[column].pop();
    tell(G, "offered", G.asked, G.piece.value);
    Object.assign(G, { phase: "bid", asked: (G.asked + 1) % ctx.numPlayers });
  },
  bid({ G, ctx, playerID }, sum) {
    const seat = Number(playerID);
    if (G.phase !== "bid" || seat !== G.asked || sum > G.money[seat]) return INVALID_MOVE;
    if (sum > 0 && sum <= Math.max(...G.bids)) return INVALID_MOVE;
    G.bids[seat] = sum;
    tell(G, "bid", seat, sum);
    G.asked = (seat + 1) % ctx.numPlayers;
    if (G.asked === G.auctioneer) G.phase = "settle";
  },
  settle({ G, playerID }, takes) {
    if (G.phase !== "settle" || Number(playerID) !== G.asked) return INVALID_MOVE;
    const high = Math.max(0, ...G.bids), best = G.bids.indexOf(high);
    if (high === 0 || takes) {
      if (high > G.money[G.auctioneer]) return INVALID_MOVE;
      G.buyer = G.auctioneer;
      G.money[G.auctioneer] -= high;
      if (best >= 0) G.money[best] += high;
    } else {
      G.buyer = best;
      G.money[best] -= high;
      G.money[G.auctioneer] += high;
    }
    if (G.piece.company >= 0 && G.owners[G.piece.company] < 0) G.owners[G.piece.company] = G.buyer;
    tell(G, "sold", G.buyer, high);
    Object.assign(G, { phase: "place", asked: G.buyer });
  },
  place({ G, ctx, playerID }, row, lot) {
    if (G.phase !== "place" || Number(playerID) !== G.asked) return INVALID_MOVE;
    if (anywhere(G)) {
      const stack = G.rows[row]?.[lot];
      if (!stack || !fits(stack, G.piece)) return INVALID_MOVE;
      stack.push(G.piece);
    }
    tell(G, "placed", G.asked, row, lot);
    nextTurn(G, ctx.numPlayers);
  },
};

module.exports.Estates = {
  name: "estates",
  setup,
  moves,
  turn: { activePlayers: ActivePlayers.ALL },
  minPlayers: 2,
  maxPlayers: 5,
  playerView: ({ G, playerID }) => ({ ...G, money: G.money.map((sum, seat) => (String(seat) === playerID ? sum : null)) }),
  endIf: ({ G }) => G.phase === "offer" && G.supply.every((column) => !column.length) ? { scores: scores(G) } : undefined,
};
