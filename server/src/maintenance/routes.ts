import {
  changeMaintenance,
  endCurrentMaintenance,
  endMaintenance,
  extendMaintenance,
  getMaintenance,
  listMaintenance,
  startMaintenance,
} from "@groundcrew/shared/maintenance";
import type { FastifyInstance } from "fastify";
import { scoped, type SharedDb } from "../platform/db/index.ts";
import { answer, notFound, route, type Scope } from "../platform/http/index.ts";
import { changeWindow, end, endCurrent, extend, start } from "./change-maintenance.ts";
import { countErrors, findWindows, selectConnection, selectWindows } from "./queries.ts";
import { offlineTimes } from "./offline-times.ts";

type MaintenanceOptions = {
  db: SharedDb;
  now: () => number;
  product: string;
  /** Updates stations on the board. */
  refresh: (names: readonly string[]) => Promise<void>;
};

/** Maintenance of stations. All but admins see the name of support staff as a whole instead of a person's. */
export function maintenanceRoutes(app: FastifyInstance, { db, now, product, refresh }: MaintenanceOptions): void {
  const viewerOf = (scope: Scope) => ({ orgId: scope.orgId, ...scope.nameReader({ product }), seesStaff: scope.admin });
  const workOf = (scope: Scope) => ({ db: scoped(db, scope), viewer: viewerOf(scope), now: now() });

  route(app, listMaintenance, async ({ scope, query }) =>
    answer(200, await selectWindows(scoped(db, scope), viewerOf(scope), query.station)),
  );

  route(app, getMaintenance, async ({ scope, params }) => {
    const handle = scoped(db, scope);
    const [window] = await findWindows(handle, viewerOf(scope), [params.window]);
    if (!window) throw notFound();
    const until = window.ended_at ?? new Date(now()).toISOString();
    const during = { station: window.station, from: window.from, until: until < window.from ? window.from : until };
    const errors = await countErrors(handle, during);
    return answer(200, { ...window, ...errors, ...offlineTimes(await selectConnection(handle, during), during) });
  });

  route(app, startMaintenance, async (call) => {
    const started = await start(workOf(call.scope), call);
    await refresh(call.body.stations);
    return started;
  });

  route(app, changeMaintenance, async (call) => {
    const changed = await changeWindow(workOf(call.scope), call);
    await refresh([changed.body.station]);
    return changed;
  });

  route(app, endMaintenance, async (call) => {
    const ended = await end(workOf(call.scope), call);
    await refresh([ended.body.station]);
    return ended;
  });

  route(app, extendMaintenance, async (call) => {
    const extended = await extend(workOf(call.scope), call);
    await refresh(extended.body.map(({ station }) => station));
    return extended;
  });

  route(app, endCurrentMaintenance, async (call) => {
    const ended = await endCurrent(workOf(call.scope), call);
    await refresh(ended.body.map(({ station }) => station));
    return ended;
  });
}
