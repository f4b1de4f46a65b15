import { hashBuckets, mergeStations, namesHash, Stations, type Station } from "@groundcrew/shared/stations";
import * as fc from "fast-check";
import { beforeEach, describe, expect, test } from "vitest";
import { cases } from "../../../shared/test/property-runs.ts";
import { boardFacts } from "../../test/board-facts.ts";
import { ListServer, NAMES, request, type Caller, type Reading, type ReadList } from "../../test/list-server.ts";

let server: ListServer;
beforeEach(() => void (server = new ListServer()));

describe("after a restart of the server", () => {
  const rowsIn = ({ items: all }: ReadList) => all.flatMap((item) => ("rev" in item ? item.name : []));
  const knownIn = ({ items: all }: ReadList) => hashBuckets(all.flatMap((item) => ("rev" in item ? item : [])));

  beforeEach(() => {
    for (let number = 100; number < 200; number++) server.stored.set(`gc-${number}`, boardFacts(`gc-${number}`, 1));
    server.restart();
    server.now += 60_000;
  });

  test("a client with the same rows receives none, but all readings", async () => {
    const before = await server.list();
    server.now += 30_000;
    server.restart();
    const after = await server.refresh(before.asOf, {}, knownIn(before));
    expect(rowsIn(after)).toEqual([]);
    expect(after.items[0]).toMatchObject({ volatile: { names_hash: namesHash(rowsIn(before)) } });
    expect(after.items[1]).toEqual({ buckets: { count: 32, replaced: [] } });
  });

  test("the rows of buckets with a change are sent", async () => {
    const before = await server.list();
    server.stored.set("gc-150", boardFacts("gc-150", 1, { description: "Moved" }));
    server.restart();
    const rows = rowsIn(await server.refresh(before.asOf, {}, knownIn(before)));
    expect(rows).toContain("gc-150");
    expect(rows.length).toBeLessThan(20);
  });

  test("without hashes, the whole list is sent", async () => {
    const before = await server.list();
    server.restart();
    const { headers } = await server.replies.changes(request({}), { since: before.asOf, compact: true });
    expect(headers).toMatchObject({ "x-full": "1" });
  });
});

type Step =
  | { kind: "report"; name: string; reading: Reading; ms: number }
  | { kind: "edit"; name: string; description: string }
  | { kind: "move"; name: string; orgId: number }
  | { kind: "restart" }
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
  // A station's messages are distinguished by when they arrive, which refreshes tell to a tenth of a second.
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("report"),
      name,
      reading,
      ms: fc.integer({ min: 1, max: 70 }).map((n) => n * 100),
    }),
  },
  fc.record({ kind: fc.constant("edit"), name, description: fc.constantFrom("one", "two") }),
  fc.record({ kind: fc.constant("move"), name, orgId: fc.constantFrom(1, 2) }),
  { weight: 2, arbitrary: fc.constantFrom({ kind: "load" as const }, { kind: "refresh" as const }) },
  fc.constant({ kind: "restart" as const }),
);

type Client = { stations: Stations; asOf: number };

/** What a client knows after another reply, merged as the console merges it. */
async function next(client: Client | null, kind: "load" | "refresh", caller: Caller): Promise<Client> {
  const isFull = kind === "load" || client === null;
  const { items: changes, asOf } = isFull
    ? await server.list(caller)
    : await server.refresh(client.asOf, caller, hashBuckets([...client.stations.values()]));
  const known = isFull ? Stations.of(new Map()) : client.stations;
  const { stations, isComplete } = mergeStations(known, changes);
  expect(isComplete).toBe(true);
  return { stations, asOf };
}

async function take(taken: Step, client: Client | null, caller: Caller): Promise<Client | null> {
  switch (taken.kind) {
    case "report":
      server.now += taken.ms;
      server.report(taken.name, taken.reading);
      return client;
    case "edit":
    case "move": {
      const change = "orgId" in taken ? { org_id: taken.orgId } : { description: taken.description };
      const facts = { ...(server.stored.get(taken.name) ?? boardFacts(taken.name, 1)), ...change };
      server.stored.set(taken.name, facts);
      server.board.putFacts(facts);
      return client;
    }
    case "restart":
      server.now += 100;
      server.restart();
      return client;
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
      server = new ListServer();
      let client: Client | null = null;
      for (const taken of steps) client = await take(taken, client, caller);
      // A refresh is made at most every 200 ms, and volatile fields of a list are at most ten seconds old.
      server.now += 10_000;
      const refreshed = await next(client, "refresh", caller);
      const loaded = await next(null, "load", caller);
      expect(withoutRev(refreshed.stations)).toEqual(withoutRev(loaded.stations));
    }),
    cases(30),
  );
});
