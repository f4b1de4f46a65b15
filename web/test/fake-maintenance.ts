import {
  changeMaintenance,
  endCurrentMaintenance,
  endMaintenance,
  extendMaintenance,
  getMaintenance,
  listMaintenance,
  startMaintenance,
  type MaintenanceWindow,
} from "@groundcrew/shared/maintenance";
import { Rejection, type FakeServer } from "./fake-server.ts";

const STARTER = "Kari Nilsen";

/** Serves maintenance, and changes it as the calls say. During each, `errors` errors were logged, all of them open. */
export function serveMaintenance(server: FakeServer, initial: readonly MaintenanceWindow[] = [], errors = 0) {
  const known = new Map(initial.map((window) => [window.id, window]));
  const find = (id: number, rev?: number): MaintenanceWindow => {
    const window = known.get(id);
    if (!window) throw new Rejection(404, "There is no such maintenance.");
    if (rev !== undefined && rev !== window.rev) throw new Rejection(412, "This maintenance was changed.");
    return window;
  };
  const change = (window: MaintenanceWindow, changed: Partial<MaintenanceWindow>): MaintenanceWindow => {
    const next = { ...window, ...changed, rev: window.rev + 1 };
    known.set(window.id, next);
    return next;
  };
  server.on(listMaintenance, async () => ({ status: 200 as const, body: [...known.values()] }));
  server.on(getMaintenance, async ({ params }) => {
    const during = { errors, errors_open: errors, offline_times: 0, offline_s: 0 };
    return { status: 200 as const, body: { ...find(params.window), ...during } };
  });
  server.on(startMaintenance, async ({ body }) => {
    const started = body.stations.map((station, nth): MaintenanceWindow => {
      const { why, until } = body;
      const from = body.from ?? new Date().toISOString();
      const window = { id: known.size + nth + 1, station, why, by: STARTER, from, until, rev: 1 };
      return { ...window, ended_at: null, ended_by: null };
    });
    for (const window of started) known.set(window.id, window);
    return { status: 201 as const, body: started };
  });
  server.on(changeMaintenance, async ({ params, body }) => {
    const window = find(params.window, body.rev);
    return { status: 200 as const, body: change(window, { until: body.until ?? window.until }) };
  });
  server.on(endMaintenance, async ({ params, body }) => {
    const ended = { ended_at: new Date().toISOString(), ended_by: STARTER };
    return { status: 200 as const, body: change(find(params.window, body.rev), ended) };
  });
  server.on(extendMaintenance, async ({ body }) => ({
    status: 200 as const,
    body: body.windows.map(({ id, until }) => change(find(id), { until })),
  }));
  server.on(endCurrentMaintenance, async ({ body }) => ({
    status: 200 as const,
    body: body.windows.map(({ id }) => change(find(id), { ended_at: new Date().toISOString(), ended_by: STARTER })),
  }));
  return known;
}
