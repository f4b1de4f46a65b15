import {
  BULK_STATIONS_MAX,
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
} from "@groundcrew/shared/bulk-acts";
import { DAY_MS, SECOND_MS } from "@groundcrew/shared/lib";
import { timesProblem } from "@groundcrew/shared/maintenance";
import type { FastifyInstance } from "fastify";
import { scoped, type SharedDb } from "../platform/db/index.ts";
import { answer, Problem, route, type CallRequest } from "../platform/http/index.ts";
import { requireAssignee } from "../ownership/index.ts";
import { keepPlaces } from "../sites/index.ts";
import { requireOrganization } from "../stations/index.ts";
import { assignErrors } from "./assign-many.ts";
import {
  actOnStations,
  changeAct,
  foundAct,
  undoBulk,
  userOf,
  withUndo,
  type Caller,
  type NewAct,
} from "./change-many.ts";
import { addEntries, beginMaintenance, moveStations, retireStations } from "./data-acts.ts";
import { placeStations } from "./place-many.ts";
import { selectActs, selectOutcomes, type LockedStation } from "./queries.ts";
import { queueStations } from "./take-many-images.ts";
import type { Work } from "./work.ts";

type BulkOptions = {
  db: SharedDb;
  now: () => number;
  /** Updates stations on the board. Await it, so that callers read their own writes. */
  refresh: (names: readonly string[]) => Promise<void>;
  /** Whether a station is online. */
  isUp: (name: string) => boolean;
  /** Closes a station's connection to the link. */
  disconnect: (name: string) => void;
  /** Ends streams of stations while the stations can still be reached. */
  endStreams: (names: readonly string[]) => Promise<void>;
};

const LISTED_MAX = 20;

/** Acts on several stations at once, and what came of them. */
export function bulkActRoutes(app: FastifyInstance, options: BulkOptions): void {
  beginningRoutes(app, options);
  laterRoutes(app, options);
}

function beginningRoutes(app: FastifyInstance, options: BulkOptions): void {
  const { now, refresh, isUp } = options;
  /** Begins an act, and shows its stations. */
  async function begin(caller: Caller, act: NewAct) {
    const begun = await actOnStations(scoped(options.db, caller.scope), caller, { ...act, now: now(), isUp });
    await refresh(act.names);
    return begun;
  }

  route(app, bulkMaintenance, (call) => {
    const { stations: names, until } = call.body;
    requireEnd(until, now());
    const apply = (work: Work, stations: readonly LockedStation[]) => beginMaintenance(work, stations, call.body);
    return begin(call, { act: { kind: "maintenance", user: userOf(call.principal).user }, names, until, apply });
  });

  route(app, bulkEntries, (call) =>
    begin(call, {
      act: { kind: "entry" },
      names: call.body.stations,
      apply: (work, stations) => addEntries(work, stations, call.body),
    }),
  );

  route(app, bulkMove, ({ body: { stations: names, org_id }, ...call }) =>
    begin(call, {
      act: { kind: "move", org_id },
      names,
      async apply(work, stations) {
        await requireOrganization(work.tx, org_id);
        return moveStations(work, stations, org_id);
      },
    }),
  );

  placingRoutes(app, begin);

  route(app, bulkRetire, async ({ body: { stations: names }, ...call }) => {
    const retired = await begin(call, {
      act: { kind: "retire" },
      names,
      apply: (work, stations) => retireStations(work, stations, work.at),
    });
    await closeLinks(options, call.request, names);
    return retired;
  });

  route(app, bulkRestore, ({ body: { stations: names }, ...call }) =>
    begin(call, {
      act: { kind: "restore" },
      names,
      apply: (work, stations) => retireStations(work, stations, null),
    }),
  );

  route(app, bulkImages, ({ body: { stations: names, lights_on: lightsOn }, ...call }) =>
    begin(call, { act: { kind: "images" }, names, lightsOn, onAdded: queueStations }),
  );
}

type Begin = (caller: Caller, act: NewAct) => ReturnType<typeof actOnStations>;

/** Where stations are, and who has their errors. */
function placingRoutes(app: FastifyInstance, begin: Begin): void {
  route(app, bulkPlace, (call) => {
    const { stations: names, ...placement } = call.body;
    const apply = (work: Work, stations: readonly LockedStation[]) => placeStations(work, stations, placement);
    const act = { kind: "place" as const, user: userOf(call.principal).user, placement };
    return begin(call, { act, names, prepare: (tx) => keepPlaces(tx, placement), apply });
  });

  route(app, bulkAssign, (call) => {
    const { stations: names, owner_id, replaces } = call.body;
    return begin(call, {
      act: { kind: "assign", owner_id, replaces: new Set(replaces) },
      names,
      prepare: (tx) => requireAssignee(tx, owner_id),
      apply: (work, stations) => assignErrors(work, stations, call.body),
    });
  });
}

function laterRoutes(app: FastifyInstance, options: BulkOptions): void {
  const { db: shared, now, refresh } = options;

  route(app, listBulkActs, async ({ principal, scope }) => {
    const after = new Date(now() - DAY_MS).toISOString();
    const acts = await selectActs(scoped(shared, scope), userOf(principal).id, { after, limit: LISTED_MAX });
    return answer(200, acts.map(withUndo));
  });

  route(app, getBulkAct, async ({ principal, scope, params }) => {
    const db = scoped(shared, scope);
    const act = await foundAct(db, userOf(principal).id, params.act);
    const stations = await selectOutcomes(db, scope, { act: act.id, limit: BULK_STATIONS_MAX });
    return answer(200, { ...act, stations });
  });

  route(app, undoBulkAct, async (call) => {
    const db = scoped(shared, call.scope);
    const { undone, names } = await undoBulk(db, call, { now: now(), isUp: options.isUp });
    if (undone.body.kind === "restore") await closeLinks(options, call.request, names);
    await refresh(names);
    return undone;
  });

  route(app, stopBulkAct, (call) =>
    changeAct(scoped(shared, call.scope), call, {
      from: "waiting",
      to: "left_out",
      reason: { code: "stopped", at: null },
      note: { stopped: true },
    }),
  );

  route(app, retryBulkAct, (call) =>
    changeAct(scoped(shared, call.scope), call, {
      from: "failed",
      to: "waiting",
      note: { retried: true },
      onChanged: queueStations,
    }),
  );
}

/** Has stations that are out of service end their streams, then closes their connections. The change is stored by then, whatever fails. */
async function closeLinks(
  { endStreams, disconnect }: BulkOptions,
  { log }: CallRequest,
  names: readonly string[],
): Promise<void> {
  await endStreams(names).catch((error: unknown) =>
    log.warn({ err: error }, "streams of retired stations were not ended"),
  );
  for (const name of names) disconnect(name);
}

/** A form that was opened a moment ago starts now. */
function requireEnd(until: string, now: number): void {
  const problem = timesProblem({ from: new Date(now).toISOString(), until }, now - SECOND_MS);
  if (problem) throw new Problem(422, [problem]);
}
