import type { StationReadiness } from "@groundcrew/shared/readiness";
import { beforeEach, expect, test } from "vitest";
import { boardFacts as facts, boardState, rowOnBoard, snapshotSummary } from "../../../test/board-facts.ts";
import { Board } from "./board.ts";
import { revisionOf, stateOf, tagOf } from "./entry.ts";
import { NO_STATE } from "./row-text.ts";

const HARBOR = { orgId: 1, admin: false };
const SKYLINE = { orgId: 2, admin: false };
const STAFF = { orgId: null, admin: false };
const ADMIN = { orgId: null, admin: true };
const VIEWS = { HARBOR, SKYLINE, STAFF, ADMIN };

let now: number;
let board: Board;

beforeEach(() => {
  now = Date.parse("2026-03-01T12:00:00.000Z");
  board = new Board(() => now);
  board.putFacts(facts("gc-b", 1));
  board.putFacts(facts("gc-a", 1));
  board.putFacts(facts("gc-c", 2));
  now += 60_000;
});

const online = () => ({ ...NO_STATE, version: 1, linked: true, last_active: new Date(now).toISOString() });
const names = (view: typeof ADMIN | typeof HARBOR) => board.list(view).map(({ entry }) => entry.name);
const versions = () => Object.values(VIEWS).map((view) => board.version(view));

/** The views whose version changes. */
function changedViews(change: () => void): string[] {
  const before = versions();
  change();
  const after = versions();
  return Object.keys(VIEWS).filter((_, index) => before[index] !== after[index]);
}

test("a list contains the stations of its view, ordered by name", () => {
  expect(names(STAFF)).toEqual(["gc-a", "gc-b", "gc-c"]);
  expect(names(HARBOR)).toEqual(["gc-a", "gc-b"]);
  expect(names(SKYLINE)).toEqual(["gc-c"]);
});

test("the list of an organization looks at no other station, and contains one that moved there", () => {
  let looks = 0;
  board.putFacts(facts("gc-d", 2));
  const entry = board.find("gc-d", STAFF);
  const known = entry?.facts;
  Object.defineProperty(entry, "facts", { get: () => ((looks += 1), known) });
  names(HARBOR);
  looks = 0;
  expect(names(HARBOR)).toEqual(["gc-a", "gc-b"]);
  expect(board.changedEntries(HARBOR, 0)).toHaveLength(2);
  expect(looks).toBe(0);
  expect(names(SKYLINE)).toEqual(["gc-c", "gc-d"]);
  expect(looks).toBeGreaterThan(0);
  board.putFacts(facts("gc-d", 1));
  expect([names(HARBOR), names(SKYLINE)]).toEqual([["gc-a", "gc-b", "gc-d"], ["gc-c"]]);
});

test("a station of another organization is not found", () => {
  expect(board.find("gc-c", SKYLINE)?.name).toBe("gc-c");
  expect(board.find("gc-c", HARBOR)).toBeUndefined();
  expect(board.find("gc-x", STAFF)).toBeUndefined();
});

test("a change increases the version of only those views that show it", () => {
  expect(changedViews(() => board.putFacts(facts("gc-a", 1, { description: "By the sea" })))).toEqual([
    "HARBOR",
    "STAFF",
    "ADMIN",
  ]);
  expect(changedViews(() => board.putState({ name: "gc-c", state: online() }))).toEqual(["SKYLINE", "STAFF", "ADMIN"]);
});

test("a change that only admins see increases only their version and changes only their row", () => {
  const before = board.find("gc-a", ADMIN);
  expect(changedViews(() => board.putFacts(facts("gc-a", 1, { incident_pending: 1 })))).toEqual(["ADMIN"]);
  const after = board.find("gc-a", ADMIN);
  expect(after && revisionOf(after, false)).toBe(before && revisionOf(before, false));
  expect(after && revisionOf(after, true)).not.toBe(before && revisionOf(before, true));
  expect(board.changes(ADMIN, now)).toMatchObject({ entries: [{ name: "gc-a" }] });
  expect(board.changes(STAFF, now)).toMatchObject({ entries: [] });
});

test("a configuration that is reported again changes when it was seen, but not the row's revision", () => {
  const config = (seen: string, version = "1") =>
    facts("gc-a", 1, {
      config_latest: JSON.stringify({ created: "2026-01-01", version_firmware: version }),
      config_seen: seen,
    });
  const revision = () => {
    const entry = board.find("gc-a", STAFF);
    return entry && [revisionOf(entry, false), revisionOf(entry, true)];
  };
  board.putFacts(config("2026-02-01"));
  const [reported, before] = [revision(), board.find("gc-a", STAFF)];
  now += 1_000;
  expect(changedViews(() => board.putFacts(config("2026-03-01")))).toEqual(["HARBOR", "STAFF", "ADMIN"]);
  expect(revision()).toEqual(reported);
  expect(board.changes(STAFF, now, "content")).toMatchObject({ entries: [] });
  expect(board.changes(STAFF, now, "any")).toMatchObject({ entries: [{ name: "gc-a" }] });
  const after = board.find("gc-a", STAFF);
  expect(after && tagOf(after, false)).not.toBe(before && tagOf(before, false));
  board.putFacts(config("2026-03-01", "2"));
  expect(revision()).not.toEqual(reported);
  expect(board.changes(STAFF, now, "content")).toMatchObject({ entries: [{ name: "gc-a" }] });
});

test("reading the same state again changes nothing", () => {
  expect(changedViews(() => board.putFacts(facts("gc-a", 1)))).toEqual([]);
  board.putState({ name: "gc-a", state: online() });
  expect(changedViews(() => board.putState({ name: "gc-a", state: online() }))).toEqual([]);
});

test("two boards compute the same revisions", () => {
  const other = new Board(() => now);
  other.putFacts(facts("gc-a", 1));
  const revision = (of: Board) => {
    const entry = of.find("gc-a", STAFF);
    return entry && revisionOf(entry, false);
  };
  expect(revision(other)).toBeDefined();
  expect(revision(other)).toBe(revision(board));
});

test("an older state does not overwrite a newer one", () => {
  board.putState({ name: "gc-a", state: { ...online(), version: 5, swaps_performed: 9 } });
  board.putState({ name: "gc-a", state: { ...online(), version: 4, swaps_performed: 8 } });
  expect(board.find("gc-a", STAFF)?.state.swaps_performed).toBe(9);
});

test("a state without a summary leaves the snapshot unchanged", () => {
  board.putState({ name: "gc-a", state: online(), summary: snapshotSummary({ warn_message: "Hot." }) });
  board.putState({ name: "gc-a", state: { ...online(), version: 2, linked: false } });
  expect(rowOnBoard(board, "gc-a")).toMatchObject({ last_telemetry_data: { warn_message: "Hot." } });
});

test("the changes since a time are the rows that have changed since then", () => {
  board.putState({ name: "gc-b", state: online() });
  const at = now;
  now += 1;
  expect(board.changes(STAFF, at)).toMatchObject({ kind: "some", entries: [{ name: "gc-b" }], removed: [] });
  expect(board.changes(STAFF, now)).toEqual({ kind: "some", entries: [], removed: [] });
  expect(board.changes(SKYLINE, at)).toEqual({ kind: "some", entries: [], removed: [] });
});

test("changes before the board was created are unknown", () => {
  expect(board.changes(STAFF, now - 60_001)).toEqual({ kind: "unknown" });
  expect(board.changes(STAFF, now - 60_000)).toMatchObject({ kind: "some" });
});

test("a station that moves to another organization is removed from the old view and added to the new one", () => {
  const moved = changedViews(() => board.putFacts(facts("gc-a", 2)));
  expect(moved).toEqual(["HARBOR", "SKYLINE", "STAFF", "ADMIN"]);
  expect(board.changes(HARBOR, now)).toEqual({ kind: "some", entries: [], removed: ["gc-a"] });
  expect(board.changes(SKYLINE, now)).toMatchObject({ entries: [{ name: "gc-a" }], removed: [] });
  expect(board.changes(STAFF, now)).toMatchObject({ entries: [{ name: "gc-a" }], removed: [] });
});

test("a station that moves away and back is not listed as removed", () => {
  board.putFacts(facts("gc-a", 2));
  board.putFacts(facts("gc-a", 1));
  expect(board.changes(HARBOR, now)).toMatchObject({ entries: [{ name: "gc-a" }], removed: [] });
  expect(board.changes(SKYLINE, now)).toMatchObject({ entries: [], removed: ["gc-a"] });
});

test("a retired station is removed from every list and is still found by name", () => {
  board.putFacts(facts("gc-a", 1, { retired: "2026-03-01T12:01:00.000Z" }));
  expect(names(STAFF)).toEqual(["gc-b", "gc-c"]);
  expect(board.changes(STAFF, now)).toMatchObject({ entries: [], removed: ["gc-a"] });
  expect(board.changes(HARBOR, now)).toMatchObject({ removed: ["gc-a"] });
  expect(board.changes(SKYLINE, now)).toMatchObject({ removed: [] });
  expect(board.find("gc-a", HARBOR)?.facts.retired).toBe("2026-03-01T12:01:00.000Z");
});

test("a retired station that changes is not listed as removed again, and one put back in service is listed as new", () => {
  board.putFacts(facts("gc-a", 1, { retired: "2026-03-01T12:01:00.000Z" }));
  now += 1_000;
  board.putFacts(facts("gc-a", 1, { retired: "2026-03-01T12:01:00.000Z", description: "In store" }));
  expect(board.changes(STAFF, now)).toEqual({ kind: "some", entries: [], removed: [] });
  board.putFacts(facts("gc-a", 1));
  expect(board.changes(STAFF, now - 1_000)).toMatchObject({ entries: [{ name: "gc-a" }], removed: [] });
});

// @spec 138.12
test("a link without messages for more than 150 seconds is down, even if the database says that it is up", () => {
  board.putState({ name: "gc-a", state: online() });
  expect(board.find("gc-a", STAFF)?.isUp).toBe(true);
  now += 150_000;
  expect(changedViews(() => board.tick())).toEqual([]);
  now += 1;
  expect(changedViews(() => board.tick())).toEqual(["HARBOR", "STAFF", "ADMIN"]);
  const entry = board.find("gc-a", STAFF);
  expect(entry && stateOf(entry)).toContain('"last_online_status":false');
});

test("after a pause of this server of any length, a link that was up when the pause began is still up", () => {
  let silenceCheckedAt = now;
  board = new Board(
    () => now,
    () => silenceCheckedAt,
  );
  board.putFacts(facts("gc-a", 1));
  const state = online();
  board.putState({ name: "gc-a", state });
  now += 200_000;
  board.tick();
  board.putState({ name: "gc-a", state });
  expect(board.find("gc-a", STAFF)?.isUp).toBe(true);
  silenceCheckedAt = now;
  board.tick();
  expect(board.find("gc-a", STAFF)?.isUp).toBe(false);
});

test("no change is lost when the clock is set back", () => {
  const before = board.now();
  now -= 3_600_000;
  board.putFacts(facts("gc-a", 1, { description: "Set back" }));
  expect(board.changes(STAFF, before)).toMatchObject({ entries: [{ name: "gc-a" }] });
});

test("the number of tombstones is bounded, and changes before the oldest are unknown", () => {
  const began = now;
  for (let round = 0; round < 20_002; round++) {
    now += 1;
    board.putFacts(facts("gc-a", 1 + (round % 2) * 2));
  }
  expect(board.changes(HARBOR, began)).toEqual({ kind: "unknown" });
  expect(board.changes(HARBOR, now)).toMatchObject({ kind: "some" });
});

/** What was evaluated about a station that works. */
const evaluated = (word: string): StationReadiness => ({
  readiness: {
    state: "ready",
    since: "2026-03-01T12:00:00.000Z",
    reasons: [],
    charged: null,
    slots: null,
    next_charged_at: null,
    busy: word,
    not_checked: [],
  },
  due: null,
  holds: [],
  next: "none_charging",
  missing: 0,
  isKnown: true,
});

test("a change and the readiness that follows from it are one change of the row, for everyone", () => {
  const changes: string[] = [];
  board.onChange(({ name, difference }) => changes.push(`${name} ${difference}`));
  const read: string[] = [];
  const release = board.evaluateBy({
    owns: (name) => name === "gc-a",
    evaluate: ({ state, readiness: last }) =>
      evaluated(last?.readiness.busy === "ELSEWHERE" ? "OVERWRITTEN" : `VERSION ${state.version}`),
    factsRead: (name) => read.push(name),
  });
  board.putState({ name: "gc-a", state: boardState(1) });
  board.putState({ name: "gc-b", state: boardState(1) });
  expect(changes).toEqual(["gc-a everyone", "gc-b volatile"]);
  expect(board.find("gc-a", ADMIN)?.parts.readiness).toContain('"busy":"VERSION 1"');
  board.putFacts(facts("gc-b", 1));
  expect(read).toEqual(["gc-b"]);

  board.putReadiness("gc-a", evaluated("ELSEWHERE"));
  board.putReadiness("gc-b", evaluated("ELSEWHERE"));
  const busyOf = (name: string) => board.find(name, ADMIN)?.readiness?.readiness.busy;
  expect([busyOf("gc-a"), busyOf("gc-b")]).toEqual(["VERSION 1", "ELSEWHERE"]);
  release();
  board.putReadiness("gc-a", evaluated("ELSEWHERE"));
  expect(busyOf("gc-a")).toBe("ELSEWHERE");
});

test("the same readiness is no change, and a retired station has none", () => {
  board.putReadiness("gc-a", evaluated("SWAPPING"));
  const changes: string[] = [];
  board.onChange(({ name }) => changes.push(name));
  const same = board.find("gc-a", ADMIN)?.readiness?.readiness;
  board.putReadiness("gc-a", { ...evaluated("SWAPPING"), ...(same && { readiness: same }), due: 5 });
  expect(changes).toEqual([]);
  board.putFacts(facts("gc-a", 1, { retired: "2026-03-01T12:00:00.000Z" }));
  expect(board.find("gc-a", ADMIN)?.readiness).toBeNull();
});
