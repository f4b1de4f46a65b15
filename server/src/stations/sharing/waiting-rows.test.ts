import { pino } from "pino";
import { beforeEach, expect, test } from "vitest";
import { boardFacts, boardState, snapshotSummary } from "../../../test/board-facts.ts";
import { metric } from "../../../test/metrics.ts";
import { Board } from "../board/board.ts";
import type { SnapshotSummary } from "../board/snapshot-summary.ts";
import { readLine, rowLines } from "./row-lines.ts";
import { waitingRows } from "./waiting-rows.ts";

const STATION = "gc-000000000001";
const VIEW = { orgId: null, admin: true };
const START = Date.parse("2026-03-01T12:00:00.000Z");

let now: number;
let board: Board;
let linesOf: ReturnType<typeof rowLines>;
let waiting: ReturnType<typeof waitingRows>;
let read: string[];
let shown: number[];

beforeEach(() => {
  now = START;
  [read, shown] = [[], []];
  board = new Board(() => now);
  board.putFacts(boardFacts(STATION, 1));
  linesOf = rowLines();
  const readStates = (names: readonly string[]) => void read.push(...names);
  waiting = waitingRows({ board, readStates, log: pino({ level: "silent" }) });
});

/** Has the station written. Without a summary its snapshot is unchanged. */
function write(version: number, summary?: SnapshotSummary): void {
  const at = new Date(now).toISOString();
  const state = boardState(version, { linked: true, last_active: at, last_online: at });
  waiting.take(
    linesOf([{ name: STATION, state, summary }])
      .map((line) => readLine(line))
      .filter((line) => line !== null),
  );
}

/** Counts the states that are put on the board. */
function watch(isInterested: () => boolean): () => void {
  return board.onChange(() => shown.push(board.shownVersion(STATION) ?? -1), isInterested);
}

const warm = (internal_temperature: number) => snapshotSummary({ status: { internal_temperature, door: "open" } });
const temperature = () => board.find(STATION, VIEW)?.snapshot.temperature;

test("states wait until somebody looks, and only the newest of the same content is shown", () => {
  watch(() => false);
  for (const version of [1, 2, 3]) write(version, warm(70 + version));
  expect([board.shownVersion(STATION), shown]).toEqual([-1, []]);
  expect(temperature()).toBe(73);
  expect([board.shownVersion(STATION), shown]).toEqual([3, [1, 3]]);
});

test.each<[string, () => unknown]>([
  ["the list", () => board.list(VIEW)],
  ["one station", () => board.find(STATION, VIEW)],
  ["changes", () => board.changes(VIEW, START)],
  ["the version of the list", () => board.version(VIEW)],
  ["the version of a station", () => board.versionOf(STATION)],
  ["whether a station is online", () => board.isUp(STATION)],
  ["whether a station has changed", () => board.changedSince(STATION, VIEW, START)],
  ["somebody begins to watch", () => watch(() => true)],
  [
    "readiness begins to be evaluated",
    () => board.evaluateBy({ owns: () => false, evaluate: () => null, factsRead() {} }),
  ],
])("who looks at it sees what has been written: %s", (_, look) => {
  write(1, warm(70));
  look();
  expect(board.shownVersion(STATION)).toBe(1);
});

test("who watches gets each state at once, as long as they are interested", () => {
  let isInterested = true;
  watch(() => isInterested);
  write(1, warm(70));
  write(2, warm(71));
  isInterested = false;
  write(3, warm(72));
  expect(shown).toEqual([1, 2]);
});

test("a state without a snapshot leaves the one before as it is", () => {
  write(1, warm(70));
  write(2, warm(71));
  write(3);
  write(4);
  expect(temperature()).toBe(71);
  expect(board.shownVersion(STATION)).toBe(4);
  write(6);
  expect(temperature()).toBe(71);
  expect([board.shownVersion(STATION), read]).toEqual([4, [STATION]]);
});

test("a state is not replaced by an older one that arrives later", () => {
  write(5, warm(75));
  write(4, warm(74));
  expect(board.shownVersion(STATION)).toBe(5);
  write(3, warm(73));
  expect([temperature(), read]).toEqual([75, []]);
});

test("a state that follows one that is missing is read at once, also if the missing one arrives later", () => {
  write(1, warm(70));
  write(3);
  expect([board.shownVersion(STATION), read]).toEqual([1, [STATION]]);
  write(2, warm(71));
  expect([temperature(), read]).toEqual([71, [STATION]]);
});

test("of a station whose connection comes and goes, few lines wait", () => {
  for (let version = 1; version <= 9; version++) write(version, version === 1 ? warm(70) : undefined);
  expect(board.shownVersion(STATION)).toBe(9);
});

test("a station that reports while nobody looks is neither silent nor offline", () => {
  write(1, warm(70));
  board.tick();
  expect(board.find(STATION, VIEW)?.isUp).toBe(true);
  now += 10 * 60_000;
  write(2, warm(70));
  board.tick();
  expect(board.silentSince(now - 60_000)).toEqual([]);
  expect(board.find(STATION, VIEW)?.isUp).toBe(true);
  now += 10 * 60_000;
  expect(board.silentSince(now - 60_000)).toEqual([STATION]);
});

test("a station whose birth waits is silent once it has been for long", () => {
  board.putState({ name: STATION, state: boardState(0, { linked: false }) });
  write(1, warm(70));
  now += 10 * 60_000;
  expect(board.silentSince(now - 60_000)).toEqual([STATION]);
});

test("facts that change leave a state that waits", () => {
  write(1, warm(70));
  board.putFacts(boardFacts(STATION, 2));
  expect([board.shownVersion(STATION), temperature()]).toEqual([1, 70]);
});

test("many stations do not wait at once", () => {
  const names = Array.from({ length: 10_001 }, (_, index) => `gc-${index}`);
  for (const name of names) board.putFacts(boardFacts(name, 1));
  const lines = linesOf(names.map((name) => ({ name, state: boardState(1), summary: warm(70) })));
  waiting.take(lines.map((line) => readLine(line)).filter((line) => line !== null));
  const shown = names.filter((name) => board.shownVersion(name) === 1);
  expect(shown).toEqual(names.slice(-1));
  waiting.settleAll();
  expect(board.shownVersion("gc-0")).toBe(1);
});

test("what cannot be read, or be shown, is read from the database", async () => {
  const before = (await metric("groundcrew_nats_invalid_messages_total")) ?? 0;
  const invalid = readLine(`whole\t1\t${STATION}\t{}`);
  waiting.take(invalid ? [invalid] : []);
  expect([temperature(), read]).toEqual([null, [STATION]]);
  expect(await metric("groundcrew_nats_invalid_messages_total")).toBe(before + 1);
  board.onChange(() => {
    throw new Error("A listener has failed.");
  });
  write(2, warm(70));
  expect(read).toEqual([STATION, STATION]);
});

test("a station that is not on the board is left to the database", () => {
  const lines = linesOf([{ name: "gc-other", state: boardState(1), summary: warm(70) }]);
  waiting.take(lines.map((line) => readLine(line)).filter((line) => line !== null));
  expect([board.find("gc-other", VIEW), read]).toEqual([undefined, []]);
});
