// node server.js PORT [FOLDER]: boardgame.io's own server, in memory or with its FlatFile store in a folder.
const { Server, FlatFile, Origins } = require("boardgame.io/server");
const { Estates } = require("./estates");

const [port, dir] = process.argv.slice(2);
const server = Server({
  games: [Estates],
  origins: [Origins.LOCALHOST],
  ...(dir ? { db: new FlatFile({ dir, logging: false }) } : {}),
});
server.run({ port: Number(port), callback: () => process.stdout.write("ready\n") });
