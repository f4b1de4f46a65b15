import { once } from "node:events";
import { pino } from "pino";
import { connect } from "../src/db/database.ts";
import { startEvents } from "../src/events/index.ts";
import { embeddedLink } from "../src/link/index.ts";
import { authenticateStations, Board, startCatchUp } from "../src/stations/index.ts";
import { startTelemetry } from "../src/telemetry/index.ts";

// The part of the server that hears stations, as a process that may be killed. Waits for a line before it begins, and
// ends when its standard input does.
const [url = "", port = "0"] = process.argv.slice(2);
const db = connect(url, () => {});
const now = () => Date.now();
const log = pino({ level: "warn" }, process.stderr);
const server = `server-${process.pid}`;
process.stdin.once("end", () => process.exit());
process.stdout.write("waiting\n");
await once(process.stdin, "data");

const board = new Board(now);
const { refresh } = await startCatchUp({ db, url, board, server, log });
const link = embeddedLink({ host: "127.0.0.1", port: Number(port), authenticate: authenticateStations(db), now, log });
startTelemetry({ db, link, board, server, now, linksBeginAnew: true, log });
startEvents({ db, link, refresh, now, log });
await link.start();
process.stdout.write(`listening ${link.port()}\n`);
