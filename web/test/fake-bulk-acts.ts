import {
  BULK_UNDO_MINUTES,
  bulkAssign,
  bulkEntries,
  bulkImages,
  bulkMaintenance,
  bulkMove,
  bulkPlace,
  bulkRestore,
  bulkRetire,
  getBulkAct,
  listBulkActs,
  retryBulkAct,
  stopBulkAct,
  undoBulkAct,
  type BulkAct,
  type BulkActStation,
  type BulkKind,
  type BulkState,
} from "@groundcrew/shared/bulk-acts";
import { Rejection, type FakeServer } from "./fake-server.ts";

export type FakeAct = Omit<BulkAct, "counts"> & { stations: BulkActStation[] };

/** Serves acts on several stations: all are done at once, and images wait. Returns the acts, which a test may change. */
export function serveBulkActs(server: FakeServer, acts: FakeAct[] = []) {
  const summary = (act: FakeAct): BulkAct => ({ ...act, counts: countsOf(act) });
  const find = (id: number): FakeAct => {
    const act = acts.find((one) => one.id === id);
    if (!act) throw new Rejection(404, "There is no such act.");
    return act;
  };
  const begin = (kind: BulkKind, names: readonly string[], lights_on: boolean | null = null) => {
    const canUndo = kind !== "entry" && kind !== "images";
    const act: FakeAct = {
      id: acts.length + 1,
      kind,
      created: new Date().toISOString(),
      undo_until: canUndo ? new Date(Date.now() + BULK_UNDO_MINUTES * 60_000).toISOString() : null,
      undone: null,
      lights_on,
      stations: names.map((station) => sampleOutcome(station, kind === "images" ? "waiting" : "done")),
    };
    acts.unshift(act);
    return { status: 201 as const, body: summary(act) };
  };
  const change = (id: number, from: BulkState, to: BulkState) => {
    const act = find(id);
    act.stations = act.stations.map((one) => (one.state === from ? { ...one, state: to, detail: null } : one));
    return { status: 200 as const, body: summary(act) };
  };
  server.on(bulkMaintenance, async ({ body }) => begin("maintenance", body.stations));
  server.on(bulkEntries, async ({ body }) => begin("entry", body.stations));
  server.on(bulkMove, async ({ body }) => begin("move", body.stations));
  server.on(bulkPlace, async ({ body }) => begin("place", body.stations));
  server.on(bulkAssign, async ({ body }) => begin("assign", body.stations));
  server.on(bulkRetire, async ({ body }) => begin("retire", body.stations));
  server.on(bulkRestore, async ({ body }) => begin("restore", body.stations));
  server.on(bulkImages, async ({ body }) => begin("images", body.stations, body.lights_on));
  server.on(listBulkActs, async () => ({ status: 200 as const, body: acts.map(summary) }));
  server.on(getBulkAct, async ({ params }) => {
    const act = find(params.act);
    return { status: 200 as const, body: { ...summary(act), stations: act.stations } };
  });
  server.on(undoBulkAct, async ({ params }) => {
    const act = find(params.act);
    Object.assign(act, { undone: new Date().toISOString(), undo_until: null });
    const { status, body } = change(params.act, "done", "undone");
    const changed = act.stations.filter(({ reason }) => reason?.code === "changed").length;
    return { status, body: { ...body, changed } };
  });
  server.on(stopBulkAct, async ({ params }) => change(params.act, "waiting", "left_out"));
  server.on(retryBulkAct, async ({ params }) => change(params.act, "failed", "waiting"));
  return acts;
}

function countsOf({ stations }: FakeAct): BulkAct["counts"] {
  const count = (state: BulkState) => stations.filter((one) => one.state === state).length;
  return {
    failed: count("failed"),
    left_out: count("left_out"),
    running: count("running"),
    waiting: count("waiting"),
    kept: count("kept"),
    undone: count("undone"),
    done: count("done"),
    unchanged: count("unchanged"),
  };
}

/** The outcome at a station. */
export function sampleOutcome(station: string, state: BulkState, more: Partial<BulkActStation> = {}): BulkActStation {
  const empty = { reason: null, detail: null, since: null, images: null };
  return { station, serial_number: `Serial of ${station}`, organization_name: "Harbor Air", state, ...empty, ...more };
}
