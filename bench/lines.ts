import { parseArgs } from "node:util";
import { Board, summaryOfSnapshot } from "@groundcrew/server/stations";
import { readingsOf } from "@groundcrew/shared/readiness";
import { batteryFacts, snapshot, summarize } from "@groundcrew/shared/telemetry";
import { pino } from "pino";
import { readRowMessage } from "../server/src/stations/sharing/row-messages.ts";
import { readLine, rowLines, type RowLine, type WrittenState } from "../server/src/stations/sharing/row-lines.ts";
import { rowSender } from "../server/src/stations/sharing/send-rows.ts";
import { waitingRows } from "../server/src/stations/sharing/waiting-rows.ts";
import { boardFacts, boardState } from "../server/test/board-facts.ts";
import { nameOf, snapshotText } from "./ingest/messages.ts";
import { machine } from "./measure.ts";

/*
 * What a written state costs on its way to the boards of two servers, without the wire: CPU of this process for each, median of the rounds. A part of the stations sends
 * another content each time, of which the line has the whole snapshot.
 *
 * node bench/lines.ts [--stations 6000] [--rounds 20] [--changed 0]
 */
const text = (fallback: string) => ({ type: "string", default: fallback }) as const;
const { values } = parseArgs({
  options: { stations: text("6000"), rounds: text("20"), changed: text("0"), quiet: { type: "boolean" } },
});
const [STATIONS, ROUNDS, CHANGED] = [Number(values.stations), Number(values.rounds), Number(values.changed)];
const WARM_UP = 3;
const AT_ONCE = 64;
const BYTES = 3_300;
const FORMAT = "bench";
const log = pino({ level: "silent" });

const snapshots = Array.from({ length: 40 }, () => {
  const { data }: { data: { snapshot: unknown } } = JSON.parse(snapshotText(1, BYTES, 50).toString());
  return snapshot.parse(data.snapshot);
});

console.log(`${machine()}; ${STATIONS} stations, ${CHANGED * 100} % with other content each time\n`);
console.log("| µs of CPU for a state | watched | not watched |\n|---|---|---|");
const [watched, unwatched] = [await measure(true), await measure(false)];
for (const [what, all] of Object.entries(watched)) {
  const other = unwatched[what] ?? [];
  console.log(`| ${what} | ${median(all).toFixed(1)} | ${median(other).toFixed(1)} |`);
}

async function measure(isWatched: boolean): Promise<Record<string, number[]>> {
  const [own, other] = [boardOf(isWatched), boardOf(isWatched)];
  const payloads: string[] = [];
  const bus = { isConnected: () => true, publish: (_: string, payload: string) => payloads.push(payload) > 0 };
  const sender = rowSender({ bus, format: FORMAT, server: "one", orgOf: () => 1, isReceived: () => true });
  const linesOf = rowLines();
  const used: Record<string, number[]> = {};
  for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
    const total: Record<string, number> = {};
    const cost = <T>(what: string, work: () => T): T => {
      const before = process.cpuUsage();
      const result = work();
      const { user, system } = process.cpuUsage(before);
      total[what] = (total[what] ?? 0) + user + system;
      return result;
    };
    for (let from = 0; from < STATIONS; from += AT_ONCE) {
      const written = statesOf(round, from);
      const texts = cost("written as lines", () => linesOf(written));
      const passed = cost("passed to the main thread", () => structuredClone(texts));
      const lines = cost("read", () => passed.map(readLine)).filter((line) => line !== null);
      cost("taken by the own board", () => own.take(lines));
      cost("sent to other servers", () => sender.written(lines));
      const received = payloads.splice(0).map((payload) => Buffer.from(payload));
      cost("received and taken by another board", () => received.forEach((payload) => other.take(linesIn(payload))));
    }
    own.settleAll();
    other.settleAll();
    if (round < WARM_UP) continue;
    for (const [what, micros] of Object.entries(total)) (used[what] ??= []).push(micros / STATIONS);
  }
  return used;
}

function boardOf(isWatched: boolean) {
  const board = new Board(() => Date.now());
  for (let index = 0; index < STATIONS; index += 1) board.putFacts(boardFacts(nameOf(index), 1));
  if (isWatched) board.onChange(() => {});
  const readStates = () => {
    throw new Error("A state was missing.");
  };
  return waitingRows({ board, readStates, log });
}

function linesIn(payload: Buffer): RowLine[] {
  const read = readRowMessage(payload, FORMAT);
  if (typeof read === "string") throw new Error("A message could not be read.");
  return read.lines;
}

function statesOf(round: number, from: number): WrittenState[] {
  const at = new Date().toISOString();
  return Array.from({ length: Math.min(AT_ONCE, STATIONS - from) }, (_, index) => {
    const station = from + index;
    const sent = snapshots[(station + 7 * round) % snapshots.length] ?? { time: 0 };
    const isChanged = (station % 100) / 100 < CHANGED;
    const reported = isChanged ? { ...sent, warn_message: String(round) } : sent;
    const times = { last_active: at, last_online: at, last_telemetry: at };
    const state = boardState(round, { linked: true, ...times, clock_skew_ms: 12, batteries: batteryFacts(sent) });
    return {
      name: nameOf(station),
      state,
      summary: summaryOfSnapshot(summarize(reported), readingsOf(reported)),
    };
  });
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
