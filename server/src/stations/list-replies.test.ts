import { ReadyJson } from "@groundcrew/shared/contract";
import { listStations, mergeStations, namesHash, type Station } from "@groundcrew/shared/stations";
import * as fc from "fast-check";
import { beforeEach, describe, expect, test } from "vitest";
import { boardFacts } from "../../test/board-facts.ts";
import { Scope } from "../http/index.ts";
import { Board } from "./board.ts";
import { repliesFrom } from "./replies.ts";
import { NO_STATE, type BoardState } from "./row-text.ts";

const NAMES = ["gc-a", "gc-b", "gc-c"];
const items = listStations.replies[200];

let now: number;
let version: number;
let board: Board;
/** What the stations of the board are in the database. */
let stored: Map<string, ReturnType<typeof boardFacts>>;
let replies: ReturnType<typeof repliesFrom>;

function start(): void {
  now = Date.parse("2026-03-01T12:00:00.000Z");
  version = 0;
  board = new Board(() => now);
  stored = new Map(NAMES.map((name) => [name, boardFacts(name, 1)]));
  for (const facts of stored.values()) board.putFacts(facts);
  // Later than the overlap of two refreshes.
  now += 60_000;
  for (const name of NAMES) report(name, {});
  replies = repliesFrom(board, () => {
    throw new Error("No reply reads the database.");
  });
}

beforeEach(start);

type Reading = { uptime?: number | null | undefined; temperature?: number; current?: number; door?: string };

/** A station reports now. */
function report(name: string, { uptime = 5, temperature = 70, current = 800, door = "open" }: Reading): void {
  const time = new Date(now).toISOString();
  const state: BoardState = { ...NO_STATE, version: ++version, linked: true, last_active: time, last_online: time };
  const status = { door, internal_temperature: temperature, ...(uptime !== null && { station_uptime: uptime }) };
  const batteries = [
    { name: "A", on_off: true, current },
    { name: "B", on_off: false },
  ];
  const summary = JSON.stringify({ battery_info: { batteries }, status });
  board.putState({ name, state: { ...state, last_telemetry: time, clock_skew_ms: uptime }, summary });
}

type Caller = { orgId?: number | null; admin?: boolean };

const request = ({ orgId = null, admin = false }: Caller) => ({
  scope: Scope.of({ kind: "api_key", id: 1, orgId: orgId ?? 1, provider: orgId === null }),
  view: { orgId, admin },
  options: { support_metrics: true, telemetry: true, config: false, ssot: false, replaceables: false },
  acceptEncoding: "",
  inParts: [],
  ifNoneMatch: undefined,
});

type Reply = Awaited<ReturnType<typeof replies.list>>;

/** The items of a reply, and the headers with which a client goes on. */
function read({ status, body, headers }: Reply) {
  if (!(body instanceof ReadyJson)) throw new Error(`The reply has the status ${status} and no list.`);
  const text = typeof body.text === "string" ? body.text : Buffer.concat(body.text).toString();
  const { "x-as-of": asOf, age = 0, etag } = headers;
  return { items: items.parse(JSON.parse(text)), asOf: Date.parse(String(asOf)), age: Number(age), etag: String(etag) };
}

const list = async (caller: Caller = {}) => read(await replies.list(request(caller)));
const refresh = async (since: number, caller: Caller = {}) =>
  read(await replies.changes(request(caller), { since, compact: true }));

/** What a list says of a station. */
function rowIn(all: ReturnType<typeof items.parse>, name: string): Station {
  const found = all.find((item) => "rev" in item && item.name === name);
  if (!found || !("rev" in found)) throw new Error(`The list has no row of ${name}.`);
  return found;
}

const uptimeIn = (all: ReturnType<typeof items.parse>, name: string) =>
  rowIn(all, name).last_telemetry_data?.status?.station_uptime;

describe("a whole list", () => {
  test("has changes of people, links and states at once", async () => {
    await list();
    now += 1;
    report("gc-b", { door: "closed" });
    board.putFacts(boardFacts("gc-c", 1, { description: "Moved" }));
    const { items: rows } = await list();
    expect(rowIn(rows, "gc-b").last_telemetry_data?.status?.door).toBe("closed");
    expect(rowIn(rows, "gc-c").description).toBe("Moved");
  });

  test("has times of contact and readings that are at most ten seconds old, and says how old", async () => {
    // The first time is chosen at random, to spread the work.
    await list();
    now += 10_000;
    report("gc-b", { uptime: 6 });
    expect(uptimeIn((await list()).items, "gc-b")).toBe(6);
    now += 7_500;
    report("gc-b", { uptime: 7 });
    const between = await list();
    expect(uptimeIn(between.items, "gc-b")).toBe(6);
    expect(between.age).toBe(7);
    expect(between.asOf).toBe(now - 7_500 - 10_000);
    now += 2_500;
    const later = await list();
    expect(uptimeIn(later.items, "gc-b")).toBe(7);
    expect(later.age).toBe(0);
  });

  test("keeps its tag while its content is the same, and gets another with each change", async () => {
    const first = await list();
    expect((await list()).etag).toBe(first.etag);
    now += 10_000;
    report("gc-a", { uptime: 6 });
    const second = await list();
    report("gc-a", { uptime: 7 });
    const third = await list();
    expect(third.items).toEqual(second.items);
    expect((await list()).etag).toBe(third.etag);
    report("gc-a", { uptime: 8, door: "closed" });
    const fourth = await list();
    expect(new Set([first, second, third, fourth].map(({ etag }) => etag)).size).toBe(4);
  });

  test("has a station that joins and not one that leaves", async () => {
    await list();
    board.putFacts(boardFacts("gc-aa", 1));
    board.putFacts(boardFacts("gc-b", 2));
    const names = async (caller: Caller) => (await list(caller)).items.map((item) => "rev" in item && item.name);
    expect(await names({ orgId: 1 })).toEqual(["gc-a", "gc-aa", "gc-c"]);
    expect(await names({ orgId: 2 })).toEqual(["gc-b"]);
    expect(await names({})).toEqual(["gc-a", "gc-aa", "gc-b", "gc-c"]);
  });

  test("of many stations is the same in parts as in one piece", async () => {
    for (let number = 0; number < 500; number++) board.putFacts(boardFacts(`gc-${number}`, 1));
    const names = (await list()).items.map((item) => ("rev" in item ? item.name : ""));
    expect(names).toHaveLength(503);
    expect(names).toEqual(names.toSorted());
  });
});

describe("a compact refresh", () => {
  test("has new readings of stations in columns, and whole rows of those that changed in anything else", async () => {
    await list();
    now += 90_000;
    report("gc-a", { uptime: 35, temperature: 71.5, current: 790 });
    report("gc-b", { uptime: 35, door: "closed" });
    const { items: changes } = await refresh(now - 1_000);
    expect(changes).toMatchObject([
      {
        volatile: {
          names_hash: namesHash(NAMES),
          skipped: [0, 0],
          last_active: [0, 0],
          station_uptime: [35, 35],
          internal_temperature: [71.5, 70],
          currents: [[790], [800]],
        },
      },
      { name: "gc-b", last_telemetry_data: { status: { door: "closed" } } },
    ]);
  });

  test("has nothing of stations that the caller may not see", async () => {
    const { asOf } = await list({ orgId: 2 });
    board.putFacts(boardFacts("gc-foreign", 2));
    now += 30_000;
    for (const name of [...NAMES, "gc-foreign"]) report(name, { uptime: 35 });
    expect(JSON.stringify(await refresh(asOf + 20_000, { orgId: 2 }))).not.toMatch(/gc-[abc]\b/);
    expect(JSON.stringify(await refresh(asOf + 20_000, { orgId: 1 }))).not.toContain("gc-foreign");
  });

  test("is unchanged only when really nothing has changed", async () => {
    const { etag, asOf } = await list();
    const again = (tag: string) =>
      replies.changes({ ...request({}), ifNoneMatch: tag }, { since: asOf, compact: true });
    expect((await again(etag)).status).toBe(304);
    now += 1_000;
    report("gc-a", { uptime: 6 });
    expect((await again(etag)).status).toBe(200);
    // The list is not written again for this reading, so it is not current.
    expect((await again((await list()).etag)).status).toBe(200);
  });

  test("is made once for all who ask at about the same time", async () => {
    const { asOf } = await list();
    now += 30_000;
    report("gc-a", { uptime: 35 });
    const pieceOf = async () => {
      const { body } = await replies.changes(request({}), { since: asOf, compact: true });
      return body instanceof ReadyJson && typeof body.text !== "string" ? body.text[1] : undefined;
    };
    const first = await pieceOf();
    expect(first).toBeInstanceOf(Uint8Array);
    expect(await pieceOf()).toBe(first);
    now += 1_000;
    expect(await pieceOf()).not.toBe(first);
  });

  test("that misses the newest readings is not said to be unchanged afterwards", async () => {
    const { asOf } = await list();
    now += 30_000;
    report("gc-a", { uptime: 35 });
    await refresh(asOf);
    now += 100;
    report("gc-a", { uptime: 36 });
    const { etag } = await refresh(asOf);
    now += 1_000;
    const again = await replies.changes({ ...request({}), ifNoneMatch: etag }, { since: asOf, compact: true });
    expect(again.status).toBe(200);
  });
});

type Step =
  | { kind: "report"; name: string; reading: Reading; ms: number }
  | { kind: "edit"; name: string; description: string }
  | { kind: "move"; name: string; orgId: number }
  | { kind: "load" }
  | { kind: "refresh" };

const name = fc.constantFrom(...NAMES);
const reading: fc.Arbitrary<Reading> = fc.record({
  uptime: fc.option(fc.nat(3)),
  temperature: fc.nat(2),
  current: fc.nat(2),
  door: fc.constantFrom("open", "closed"),
});
const step: fc.Arbitrary<Step> = fc.oneof(
  // A station's messages are distinguished by the millisecond in which they arrive.
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant("report"), name, reading, ms: fc.integer({ min: 1, max: 7_000 }) }),
  },
  fc.record({ kind: fc.constant("edit"), name, description: fc.constantFrom("one", "two") }),
  fc.record({ kind: fc.constant("move"), name, orgId: fc.constantFrom(1, 2) }),
  { weight: 2, arbitrary: fc.constantFrom({ kind: "load" as const }, { kind: "refresh" as const }) },
);

type Client = { stations: ReadonlyMap<string, Station>; asOf: number };

/** What a client knows after another reply, merged as the console merges it. */
async function next(client: Client | null, kind: "load" | "refresh", caller: Caller): Promise<Client> {
  const isFull = kind === "load" || client === null;
  const { items: changes, asOf } = isFull ? await list(caller) : await refresh(client.asOf, caller);
  const known = isFull ? new Map<string, Station>() : client.stations;
  const { stations, isComplete } = mergeStations(known, changes);
  expect(isComplete).toBe(true);
  return { stations, asOf };
}

async function take(taken: Step, client: Client | null, caller: Caller): Promise<Client | null> {
  switch (taken.kind) {
    case "report":
      now += taken.ms;
      report(taken.name, taken.reading);
      return client;
    case "edit":
    case "move": {
      const change = "orgId" in taken ? { org_id: taken.orgId } : { description: taken.description };
      const facts = { ...(stored.get(taken.name) ?? boardFacts(taken.name, 1)), ...change };
      stored.set(taken.name, facts);
      board.putFacts(facts);
      return client;
    }
    case "load":
    case "refresh":
      return next(client, taken.kind, caller);
  }
}

test("whatever changes, and however lists and refreshes alternate, a client ends with exactly what the server has", async () => {
  const withoutRev = (stations: ReadonlyMap<string, Station>) => {
    const all = [...stations.values()].map((one) => Object.assign(structuredClone(one), { rev: 0 }));
    return all.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  };
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), fc.constantFrom({}, { orgId: 1 }), async (steps, caller) => {
      start();
      let client: Client | null = null;
      for (const taken of steps) client = await take(taken, client, caller);
      // A refresh is made at most every 200 ms, and volatile fields of a list are at most ten seconds old.
      now += 10_000;
      const refreshed = await next(client, "refresh", caller);
      const loaded = await next(null, "load", caller);
      expect(withoutRev(refreshed.stations)).toEqual(withoutRev(loaded.stations));
    }),
    { numRuns: 300 },
  );
});
