import * as fc from "fast-check";
import { expect, test } from "vitest";
import { cases } from "../../../../shared/test/property-runs.ts";
import { revisionsHash } from "@groundcrew/shared/live";
import { AS_OF_OVERLAP_MS, namesHash, type Station } from "@groundcrew/shared/stations";
import { sampleStation } from "../../../../shared/test/sample-station.ts";
import { ModelClient, ModelServer } from "../../../test/live-model.ts";
import { mergeResponse, type Fleet } from "./fleet.ts";
import { applyChanges } from "./live-changes.ts";
import { withChanges, type LiveChanges } from "./live-log.ts";

const S = 1_000;
const START_MS = Date.UTC(2026, 0, 1, 12);
const iso = (ms: number) => new Date(ms).toISOString();

type Action = (system: { server: ModelServer; client: ModelClient }) => void;

const number = fc.integer({ min: 1, max: 4 });
const action = fc.oneof<fc.Arbitrary<Action>[]>(
  fc.integer({ min: 1, max: 15 * S }).map(
    (ms) =>
      ({ server }) =>
        void (server.nowMs += ms),
  ),
  number.map(
    (number) =>
      ({ server }) =>
        server.change(number),
  ),
  number.map(
    (number) =>
      ({ server }) =>
        server.message(number),
  ),
  number.map(
    (number) =>
      ({ server }) =>
        server.remove(number),
  ),
  fc.constantFrom<Action>(
    ({ client }) => client.request(),
    ({ client }) => client.request({ isWhole: true, ageMs: 9 * S }),
    ({ client }) => client.receiveResponse(),
    ({ client }) => client.connect(),
    ({ server, client }) => {
      client.disconnect();
      server.restart();
    },
    ({ client }) => client.disconnect(),
  ),
  fc.constantFrom<Action>(
    ({ client }) => client.send(),
    ({ client }) => client.receiveEvent(),
    ({ client }) => client.apply(),
    ({ client }) => {
      client.send();
      client.receiveEvent();
      client.apply();
    },
  ),
);

function run(actions: readonly Action[]) {
  const server = new ModelServer();
  const client = new ModelClient(server);
  client.request();
  client.receiveResponse();
  client.connect();
  for (const act of actions) act({ server, client });
  return { server, client };
}

function inOrder(fleet: Fleet | undefined): Station[] {
  return [...(fleet?.stations.values() ?? [])].toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

test("after any order of live changes, requests and lost connections, one more request makes the list the server's", () => {
  fc.assert(
    fc.property(fc.array(action, { maxLength: 40, size: "max" }), (actions) => {
      const { server, client } = run(actions);
      client.receiveResponse();
      client.disconnect();
      server.nowMs += S;
      client.request();
      client.receiveResponse();
      expect(inOrder(client.fleet)).toEqual(server.stations());
    }),
    cases(300),
  );
});

test("after any order of live changes, requests and lost connections, the stream alone makes the list the server's", () => {
  fc.assert(
    fc.property(fc.array(action, { maxLength: 40, size: "max" }), (actions) => {
      const { server, client } = run(actions);
      client.receiveResponse();
      client.connect();
      for (let round = 0; round < 2; round++) {
        server.nowMs += 10 * S;
        client.send();
        client.settle();
      }
      expect(inOrder(client.fleet)).toEqual(server.stations());
    }),
    cases(300),
  );
});

const [NORTH, SOUTH] = [sampleStation({ name: "gc-1", rev: 1 }), sampleStation({ name: "gc-2", rev: 2 })];
const loaded = mergeResponse(
  undefined,
  { changes: [NORTH, SOUTH], isFull: true, etag: '"1"', asOf: iso(START_MS), ageMs: 0 },
  { pageMs: 1, serverMs: START_MS + AS_OF_OVERLAP_MS },
);

/** The list after changes that arrived at the page's time 2. */
function after(changes: Partial<LiveChanges>, { fleet = loaded, isNew = false, parts = [] }: AfterOptions = {}) {
  const atMs = START_MS + AS_OF_OVERLAP_MS + 5 * S;
  const sent = { sinceMs: atMs - 5 * S, atMs, parts: [], changes: [], revisionsHash: null, bytes: 0, ...changes };
  const receivedAt = { pageMs: 2, serverMs: atMs + S };
  return applyChanges(fleet, withChanges([], sent, 0), { receivedAt, parts, isNew });
}
type AfterOptions = { fleet?: Fleet; isNew?: boolean; parts?: readonly "config"[] };

test("a list has all changes up to the time of the last ones, and is as old as they are", () => {
  const { fleet } = after({ changes: [{ ...NORTH, rev: 3 }] });
  expect(fleet.stations.get(NORTH.name)?.rev).toBe(3);
  expect(fleet.stations.get(SOUTH.name)).toBe(SOUTH);
  expect(fleet).toMatchObject({ asOf: iso(START_MS + 5 * S), ageMs: S, updatedMs: 2, fullRefreshMs: 1, etag: '"1"' });
});

test("a list whose revisions are the server's counts as completely refreshed", () => {
  const { fleet, comparison } = after({ revisionsHash: revisionsHash([1, 2]) });
  expect(comparison).toBe("same");
  expect(fleet).toMatchObject({ fullRefreshMs: 2, asOf: iso(START_MS + 5 * S) });
});

test("a list whose revisions differ is in doubt until the next response, which may not be that nothing has changed", () => {
  const { fleet, comparison } = after({ revisionsHash: revisionsHash([1, 3]) });
  expect(comparison).toBe("different");
  expect(fleet).toMatchObject({ isInDoubt: true, asOf: loaded.asOf, etag: null });
  expect(after({}, { fleet }).fleet).toMatchObject({ isInDoubt: true, asOf: loaded.asOf });
  const response = { changes: [], isFull: false, etag: '"2"', asOf: iso(START_MS + 9 * S), ageMs: 0 };
  expect(mergeResponse(fleet, response, { pageMs: 3, serverMs: 0 }).isInDoubt).toBeUndefined();
});

test("revisions are not compared with a list that was loaded after they were sent", () => {
  expect(after({ revisionsHash: revisionsHash([1, 3]) }, { isNew: true }).comparison).toBe("unknown");
});

test("a list is in doubt when readings are of stations that it does not have", () => {
  const columns = { skipped: [], last_active: [], last_online: [], last_telemetry: [], clock_skew_ms: [] };
  const readings = { volatile: { at: iso(START_MS), names_hash: namesHash(["gc-1", "gc-3"]), ...columns } };
  expect(after({ changes: [readings] }).fleet.isInDoubt).toBe(true);
});

test("a list gets only the optional parts that it has", () => {
  const changes = [{ ...NORTH, rev: 3, config_latest: null, ssot_latest: null }];
  const keysOf = (parts: readonly "config"[]) =>
    Object.keys(after({ changes }, { parts }).fleet.stations.get(NORTH.name) ?? {});
  expect(keysOf(["config"])).toContain("config_latest");
  expect(keysOf(["config"])).not.toContain("ssot_latest");
  expect(keysOf([])).not.toContain("config_latest");
});
