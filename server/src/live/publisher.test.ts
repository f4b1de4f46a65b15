import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { boardFacts, boardState, snapshotSummary } from "../../test/board-facts.ts";
import { userOf } from "../../test/stations-app.ts";
import { Board } from "../stations/index.ts";
import { LiveClient } from "./client.ts";
import { openClients } from "./clients.ts";
import { Publisher } from "./publisher.ts";

const OPTIONS = { support_metrics: true, telemetry: true, config: false, ssot: false, replaceables: false };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A client that watches two stations, and what it was sent since this was last asked. */
function watch() {
  const board = new Board(() => Date.now());
  for (const name of ["gc-a", "gc-b"]) board.putFacts(boardFacts(name, 1));
  vi.advanceTimersByTime(60_000);
  const clients = openClients();
  const publisher = new Publisher({ board, clients, isAllowed: () => true });
  const client = new LiveClient({
    token: "token",
    principal: userOf(1),
    selection: { view: { orgId: null, admin: false }, options: OPTIONS },
    names: [],
    wantsRows: false,
    since: board.now(),
    encoding: undefined,
    now: board.now(),
  });
  clients.add(client);
  const sent = () => String(client.body.read() ?? "");
  // What a new client is sent has been taken.
  sent();
  vi.advanceTimersByTime(1_100);
  sent();
  let version = 0;
  return {
    publisher,
    sent,
    describe: (name: string, description: string) => board.putFacts(boardFacts(name, 1, { description })),
    openDoor: (name: string, door: string) => {
      version += 1;
      board.putState({ name, state: boardState(version), summary: snapshotSummary({ status: { door } }) });
    },
  };
}

test("a change of telemetry waits for half a second at most, anything else for 20 ms", () => {
  const { openDoor, describe, sent, publisher } = watch();
  openDoor("gc-a", "open");
  vi.advanceTimersByTime(400);
  expect(sent()).toBe("");
  vi.advanceTimersByTime(100);
  expect(sent()).toContain('"door":"open"');

  vi.advanceTimersByTime(100);
  openDoor("gc-a", "closed");
  vi.advanceTimersByTime(1);
  describe("gc-b", "By the sea");
  vi.advanceTimersByTime(20);
  expect(sent()).toMatch(/"door":"closed".*By the sea/s);
  publisher.stop("shutdown", 0);
});

test("of changes that follow one another, only the first two are sent within a tenth of a second", () => {
  const { describe, sent, publisher } = watch();
  for (const change of ["First", "Second"]) {
    describe("gc-a", change);
    vi.advanceTimersByTime(20);
    expect(sent()).toContain(change);
  }
  describe("gc-a", "Third");
  vi.advanceTimersByTime(79);
  expect(sent()).toBe("");
  vi.advanceTimersByTime(1);
  expect(sent()).toContain("Third");

  const times = [];
  for (let ms = 0; ms < 10_000; ms += 1) {
    describe("gc-a", `${ms}`);
    vi.advanceTimersByTime(1);
    if (sent() !== "") times.push(ms);
  }
  expect(times.length).toBeGreaterThanOrEqual(99);
  expect(times.length).toBeLessThanOrEqual(100);
  publisher.stop("shutdown", 0);
});
