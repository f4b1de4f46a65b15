import { SECOND_MS, type Timestamp } from "@groundcrew/shared/lib";
import {
  canMaintain,
  maintenanceSolution,
  timesProblem,
  type changeMaintenance,
  type endMaintenance,
  type MaintenanceWindow,
  type startMaintenance,
} from "@groundcrew/shared/maintenance";
import { change } from "../audit/index.ts";
import type { Db } from "../db/index.ts";
import { answer, authorOf, notFound, Problem, shownAuthorOf, type Call, type Principal } from "../http/index.ts";
import { utcText } from "../lib/index.ts";
import {
  applyWindows,
  endWindow,
  findOverlap,
  findWindows,
  insertWindows,
  lockStations,
  resolveErrors,
  updateWindow,
  type LockedStation,
  type Viewer,
} from "./queries.ts";

type Work = { db: Db; viewer: Viewer; now: number };

/** Puts stations into maintenance, or plans it: all of them or none. */
export async function start({ db, viewer, now }: Work, call: Call<typeof startMaintenance>) {
  const { stations: names, why, until } = call.body;
  const at = new Date(now).toISOString();
  const from = call.body.from ?? at;
  requireTimes({ from, until }, now);
  return change(db, call, async (tx) => {
    const stations = await lockStations(tx, names, call.scope);
    requireAll(names, stations);
    for (const station of stations) requireMine(call.principal, station);
    await refuseOverlap(tx, viewer, { stations, from, until });
    const ids = await insertWindows(tx, { stations: names, why, from, until, by: personOf(call.principal) });
    await applyWindows(tx, names, at);
    const windows = await findWindows(tx, viewer, ids);
    const audit = stations.map(({ name, org_id }) => ({
      target: `station ${name}`,
      orgId: org_id,
      after: { maintenance: { why, from, until } },
    }));
    return { answer: answer(201, windows), audit };
  });
}

/** Changes the times or the reason of a maintenance. The start of one that has begun stays as it is. */
export async function changeWindow({ db, viewer, now }: Work, call: Call<typeof changeMaintenance>) {
  return change(db, call, async (tx) => {
    const { window, station } = await lockSeen(tx, viewer, call);
    const begun = Date.parse(window.from) <= now;
    const after = {
      from: begun ? window.from : (call.body.from ?? window.from),
      until: call.body.until ?? window.until,
      why: call.body.why ?? window.why,
    };
    requireTimes(after, now);
    await refuseOverlap(tx, viewer, { ...after, stations: [station], except: window.id });
    await updateWindow(tx, window.id, after);
    await applyWindows(tx, [station.name], new Date(now).toISOString());
    const { from, until, why } = window;
    const audit = { ...auditOf(station), before: { maintenance: { why, from, until } }, after: { maintenance: after } };
    return { answer: answer(200, await foundWindow(tx, viewer, window.id)), audit };
  });
}

/** Ends a maintenance now, or cancels one that has not begun. */
export async function end({ db, viewer, now }: Work, call: Call<typeof endMaintenance>) {
  const { principal, body } = call;
  if (body.errors === "resolve" && !call.scope.admin) throw new Problem(403, "Only admins can resolve errors.");
  const at = new Date(now).toISOString();
  return change(db, call, async (tx) => {
    const { window, station } = await lockSeen(tx, viewer, call);
    await endWindow(tx, window.id, { at, by: personOf(principal) });
    await applyWindows(tx, [station.name], at);
    const resolved = body.errors === "resolve" ? await resolve(tx, { window, at, by: authorOf(principal) }) : 0;
    const audit = { ...auditOf(station), after: { maintenance: null, errors_resolved: resolved } };
    return { answer: answer(200, await foundWindow(tx, viewer, window.id)), audit };
  });
}

function resolve(tx: Db, { window, at, by }: { window: MaintenanceWindow; at: Timestamp; by: string }) {
  const { station, from } = window;
  return resolveErrors(tx, { station, from, until: at, by, solution: maintenanceSolution(window) });
}

type WindowCall = Call<typeof changeMaintenance> | Call<typeof endMaintenance>;

/** Locks the station of a maintenance that the caller has seen as it is: 412 when it was changed since, 409 when it has ended. */
async function lockSeen(
  tx: Db,
  viewer: Viewer,
  { params, body, scope, principal }: WindowCall,
): Promise<{ window: MaintenanceWindow; station: LockedStation }> {
  const before = await foundWindow(tx, viewer, params.window);
  const [station] = await lockStations(tx, [before.station], scope);
  if (!station) throw notFound();
  requireMine(principal, station);
  const window = await foundWindow(tx, viewer, params.window);
  if (window.ended_at !== null) throw new Problem(409, `This maintenance has ended${byText(window.ended_by)}.`);
  if (window.rev !== body.rev)
    throw new Problem(412, "This maintenance was changed. Nothing was saved; load it again.");
  return { window, station };
}

async function foundWindow(db: Db, viewer: Viewer, id: number): Promise<MaintenanceWindow> {
  const [window] = await findWindows(db, viewer, [id]);
  if (!window) throw notFound();
  return window;
}

function byText(name: string | null): string {
  return name === null ? "" : `: ${name} ended it`;
}

function requireTimes(times: { from: Timestamp; until: Timestamp }, now: number): void {
  // A form that was opened a moment ago starts now.
  const problem = timesProblem(times, now - SECOND_MS);
  if (problem) throw new Problem(422, [problem]);
}

function requireAll(names: readonly string[], stations: readonly LockedStation[]): void {
  if (stations.length < names.length) throw notFound({ field: "stations", message: "There is no such station." });
  const retired = stations.find((station) => station.retired !== null);
  if (retired) throw new Problem(409, `${retired.serial_number} is out of service.`);
}

function requireMine(principal: Principal, station: LockedStation): void {
  if (principal.kind === "user" && canMaintain(principal.user, station)) return;
  const { serial_number: serial } = station;
  throw new Problem(403, `Only admins and managers of its organization can put ${serial} into maintenance.`);
}

async function refuseOverlap(
  tx: Db,
  viewer: Viewer,
  { stations, ...times }: { stations: readonly LockedStation[]; from: Timestamp; until: Timestamp; except?: number },
): Promise<void> {
  const overlap = await findOverlap(tx, viewer, { ...times, stations: stations.map(({ name }) => name) });
  if (!overlap) return;
  const serial = stations.find(({ name }) => name === overlap.station)?.serial_number ?? overlap.station;
  const until = utcText(new Date(overlap.until));
  const state =
    Date.parse(overlap.from) <= Date.parse(times.from)
      ? `Already in maintenance until ${until}`
      : `Maintenance is planned from ${utcText(new Date(overlap.from))} until ${until}`;
  throw new Problem(409, `${serial}: ${state} by ${overlap.by}.`);
}

function personOf(principal: Principal) {
  const id = principal.kind === "user" ? principal.id : 0;
  return { id, ...shownAuthorOf(principal) };
}

function auditOf({ name, org_id }: LockedStation) {
  return { target: `station ${name}`, orgId: org_id };
}
