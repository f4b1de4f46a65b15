import { summarize, type Snapshot } from "@groundcrew/shared/telemetry";
import { readingsOf } from "@groundcrew/shared/readiness";
import { expect, test } from "vitest";
import { boardFacts, boardState, rowOnBoard, snapshotSummary } from "../../../test/board-facts.ts";
import { Board } from "../board/board.ts";
import { summaryOfSnapshot } from "../board/snapshot-summary.ts";
import { changeIn, MAX_LINE_BYTES, readLine, rowLines, type WrittenState } from "./row-lines.ts";

const STATION = "gc-000000000001";
const VIEW = { orgId: null, admin: true };

function snapshotOf(warmer: number, changed: Partial<Snapshot> = {}): Snapshot {
  const level = 50 + warmer;
  return {
    time: warmer,
    status: { door: "open", internal_temperature: 70 + warmer / 10, station_uptime: 100 + warmer, location: "Gå" },
    battery_info: {
      batteries: [
        { name: "1", on_off: true, current: 700 + warmer },
        { name: "2", on_off: false },
      ],
    },
    charger_info: { batteries: [{ slot: 2, status: "CHARGING", charger_level: level }] },
    ...changed,
  };
}

const summaryOf = (snapshot: Snapshot) => summaryOfSnapshot(summarize(snapshot), readingsOf(snapshot));

/** Its summary as rows have it. */
const shownOf = (snapshot: Snapshot): unknown => JSON.parse(JSON.stringify(summarize(snapshot)));

function changeWith(version: number, summary: WrittenState["summary"]): WrittenState {
  const time = `2026-03-01T12:00:0${version}.000Z`;
  const state = boardState(version, { linked: true, last_active: time, last_telemetry: time });
  return { name: STATION, state, summary };
}

function boardWithStation() {
  const board = new Board(() => Date.parse("2026-03-01T12:00:10.000Z"));
  board.putFacts(boardFacts(STATION, 1));
  return board;
}

function put(board: Board, lines: readonly string[]): boolean[] {
  return lines.map((text) => {
    const line = readLine(text);
    const change = line && changeIn(line);
    if (!change) throw new Error("It is no line.");
    return board.putState(change);
  });
}

test("a board that takes lines shows what one shows that takes the changes themselves", () => {
  const snapshots = [snapshotOf(1), snapshotOf(2), snapshotOf(3, { warn_message: "Gås\t\u0000\n" }), snapshotOf(4)];
  const linesOf = rowLines();
  const [direct, taking] = [boardWithStation(), boardWithStation()];
  for (const [index, snapshot] of snapshots.entries()) {
    const change = changeWith(index + 1, summaryOf(snapshot));
    direct.putState(change);
    expect(put(taking, linesOf([change]))).toEqual([true]);
    expect(rowOnBoard(taking, STATION)).toEqual(rowOnBoard(direct, STATION));
    expect(rowOnBoard(taking, STATION)).toMatchObject({ last_telemetry_data: shownOf(snapshot) });
    expect(taking.find(STATION, VIEW)?.snapshot).toEqual(summaryOf(snapshot).facts);
  }
});

test("of a snapshot whose content was sent, a line has the values only", () => {
  const linesOf = rowLines();
  const [first, second, third] = [snapshotOf(1), snapshotOf(2), snapshotOf(3, { error_message: "Stuck." })].map(
    (snapshot, index) => linesOf([changeWith(index, summaryOf(snapshot))])[0] ?? "",
  );
  expect([first, second, third].map((line) => readLine(line ?? "")?.snapshot)).toEqual(["whole", "values", "whole"]);
  expect(second?.length).toBeLessThan((first?.length ?? 0) / 2);
  expect(second).not.toContain("location");
});

test("a line is in ASCII, whatever a station reports", () => {
  const [line = ""] = rowLines()([changeWith(1, summaryOf(snapshotOf(1, { warn_message: "Gås 🦆\n\t" })))]);
  expect(line).toMatch(/^[\t\x20-\x7e]*$/);
  expect(line.split("\t")).toHaveLength(4);
});

test("values without their content are not shown", () => {
  const linesOf = rowLines();
  const board = boardWithStation();
  linesOf([changeWith(1, summaryOf(snapshotOf(1)))]);
  const before = rowOnBoard(board, STATION);
  expect(put(board, linesOf([changeWith(2, summaryOf(snapshotOf(2)))]))).toEqual([false]);
  expect(rowOnBoard(board, STATION)).toEqual(before);
});

test("a text of a station that looks like a mark for a value is shown as it is", () => {
  const linesOf = rowLines();
  const board = boardWithStation();
  for (const version of [1, 2]) {
    const snapshot = snapshotOf(version, { warn_message: "\u0000" });
    expect(put(board, linesOf([changeWith(version, summaryOf(snapshot))]))).toEqual([true]);
    expect(rowOnBoard(board, STATION)).toMatchObject({ last_telemetry_data: shownOf(snapshot) });
  }
});

test("fewer values than a snapshot has places for leave the row readable", () => {
  const linesOf = rowLines();
  const board = boardWithStation();
  put(board, linesOf([changeWith(1, summaryOf(snapshotOf(1)))]));
  const [line = ""] = linesOf([changeWith(2, summaryOf(snapshotOf(2)))]);
  put(board, [line.replace(/"currents":\[\d+\]/, '"currents":[]').replace(/"levels":\[\d+\]/, '"levels":[]')]);
  expect(rowOnBoard(board, STATION)).toMatchObject({ last_telemetry_data: { status: { door: "open" } } });
});

test.each(["", "whole", "some\t1\tgc-1\t{}", "whole\t1\tgc-1", "whole\t1e999\tgc-1\t{}", "whole\tfirst\tgc-1\t{}"])(
  "this is no line: %j",
  (text) => {
    expect(readLine(text)).toBeNull();
  },
);

const change = changeWith(4, snapshotSummary({ status: { door: "open", internal_temperature: 71.5 } }));
const { state, summary } = change;

test.each<{ what: string; changed: object }>([
  { what: "a version below 0", changed: { state: { ...state, version: -1 } } },
  { what: "a time that is none", changed: { state: { ...state, last_active: "now" } } },
  {
    what: "a summary that would end its row",
    changed: { summary: { ...summary, template: 'null},{"name":"gc-other"' } },
  },
  { what: "an invalid message that is no JSON", changed: { state: { ...state, invalid_messages: "null}" } } },
  { what: "a place for a value within a number", changed: { summary: { ...summary, template: "1\0" } } },
  { what: "a place for a value within a text", changed: { summary: { ...summary, template: '"\\\0"' } } },
  { what: "another version", changed: { state: { ...state, version: 5 } } },
  { what: "no snapshot though it has one", changed: { summary: undefined } },
])("a line with $what is not read", ({ changed }) => {
  const line = readLine(["whole", 4, STATION, JSON.stringify({ state, summary, ...changed })].join("\t"));
  expect(line && changeIn(line)).toBeNull();
});

test("a line that is too long is none", () => {
  const line = ["none", 1, STATION, "x".repeat(MAX_LINE_BYTES)].join("\t");
  expect(readLine(line)).toBeNull();
});
