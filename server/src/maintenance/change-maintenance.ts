import { SECOND_MS, type Timestamp } from "@groundcrew/shared/lib";
import {
  canMaintain,
  maintenanceSolution,
  timesProblem,
  type changeMaintenance,
  type endCurrentMaintenance,
  type endMaintenance,
  type extendMaintenance,
  type MaintenanceWindow,
  type startMaintenance,
} from "@groundcrew/shared/maintenance";
import { change, type AuditNote } from "../audit/index.ts";
import type { Db } from "../platform/db/index.ts";
import {
  answer,
  authorOf,
  notFound,
  Problem,
  shownAuthorOf,
  type Call,
  type Principal,
} from "../platform/http/index.ts";
import { utcText } from "../platform/lib/index.ts";
import {
  applyWindows,
  endWindows,
  extendWindows,
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
    await refuseOverlap(tx, viewer, { stations, times: stations.map(({ name }) => timesOf(name, { from, until })) });
    const added = await insertWindows(tx, { stations: names, why, from, until, by: personOf(call.principal) });
    await applyWindows(tx, names, at);
    const windows = await findWindows(
      tx,
      viewer,
      added.map(({ id }) => id),
    );
    const audit = stations.map((station) => auditOf(station, { after: { maintenance: { why, from, until } } }));
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
    await refuseOverlap(tx, viewer, { stations: [station], times: [timesOf(station.name, after, window.id)] });
    await updateWindow(tx, window.id, after);
    await applyWindows(tx, [station.name], new Date(now).toISOString());
    const { from, until, why } = window;
    const audit = auditOf(station, { before: { maintenance: { why, from, until } }, after: { maintenance: after } });
    return { answer: answer(200, await foundWindow(tx, viewer, window.id)), audit };
  });
}

/** Ends a maintenance now, or cancels one that has not begun. */
export async function end({ db, viewer, now }: Work, call: Call<typeof endMaintenance>) {
  const { principal, body } = call;
  requireResolver(call);
  const at = new Date(now).toISOString();
  return change(db, call, async (tx) => {
    const { window, station } = await lockSeen(tx, viewer, call);
    const audit = await endAll(tx, [{ window, station }], { at, errors: body.errors, principal });
    return { answer: answer(200, await foundWindow(tx, viewer, window.id)), audit };
  });
}

/** Gives maintenances later ends: all of them or none. */
export async function extend({ db, viewer, now }: Work, call: Call<typeof extendMaintenance>) {
  const ends = new Map(call.body.windows.map(({ id, until }) => [id, until]));
  return change(db, call, async (tx) => {
    const seen = await lockAllSeen(tx, viewer, call);
    const ended = seen.find(({ window }) => window.ended_at !== null);
    if (ended)
      throw new Problem(
        409,
        `${ended.station.serial_number}: This maintenance has ended${byText(ended.window.ended_by)}.`,
      );
    const changed = seen.map(({ window, station }) => ({
      window,
      station,
      until: ends.get(window.id) ?? window.until,
    }));
    for (const { window, until } of changed) requireTimes({ from: window.from, until }, now);
    await refuseOverlap(tx, viewer, {
      stations: seen.map(({ station }) => station),
      times: changed.map(({ window, until }) => timesOf(window.station, { from: window.from, until }, window.id)),
    });
    await extendWindows(
      tx,
      changed.map(({ window: { id }, until }) => ({ id, until })),
    );
    await applyWindows(
      tx,
      changed.map(({ station }) => station.name),
      new Date(now).toISOString(),
    );
    const audit = changed.map(({ window: { from, until: before, why }, station, until }) =>
      auditOf(station, {
        before: { maintenance: { why, from, until: before } },
        after: { maintenance: { why, from, until } },
      }),
    );
    return { answer: answer(200, await findWindows(tx, viewer, [...ends.keys()])), audit };
  });
}

/** Ends maintenances now: all of them or none. What has ended already stays as it is. */
export async function endCurrent({ db, viewer, now }: Work, call: Call<typeof endCurrentMaintenance>) {
  const { principal, body } = call;
  requireResolver(call);
  const at = new Date(now).toISOString();
  return change(db, call, async (tx) => {
    const seen = await lockAllSeen(tx, viewer, call);
    const running = seen.filter(({ window }) => window.ended_at === null);
    const audit = await endAll(tx, running, { at, errors: body.errors, principal });
    const ids = body.windows.map(({ id }) => id);
    return { answer: answer(200, await findWindows(tx, viewer, ids)), audit };
  });
}

type Ending = { at: Timestamp; errors: "resolve" | "triage"; principal: Principal };

/** Ends maintenance, resolves its errors on request, and returns the audit entries. */
async function endAll(tx: Db, seen: readonly Seen[], { at, errors, principal }: Ending) {
  await endWindows(
    tx,
    seen.map(({ window }) => window.id),
    { at, by: personOf(principal) },
  );
  await applyWindows(
    tx,
    seen.map(({ station }) => station.name),
    at,
  );
  const resolutions = seen.map(({ window }) => ({ ...window, solution: maintenanceSolution(window) }));
  const resolved =
    errors === "resolve" && seen.length > 0
      ? await resolveErrors(tx, resolutions, { until: at, by: authorOf(principal) })
      : new Map<string, number>();
  return seen.map(({ station }) =>
    auditOf(station, { after: { maintenance: null, errors_resolved: resolved.get(station.name) ?? 0 } }),
  );
}

function requireResolver({ body, scope }: Call<typeof endMaintenance> | Call<typeof endCurrentMaintenance>): void {
  if (body.errors === "resolve" && !scope.admin) throw new Problem(403, "Only admins can resolve errors.");
}

/** A maintenance as the caller has seen it, with its station, which is locked. */
type Seen = { window: MaintenanceWindow; station: LockedStation };

type SeveralCall = Call<typeof extendMaintenance> | Call<typeof endCurrentMaintenance>;

/** Locks the stations of maintenances that have the ends that the caller has seen, unless they have ended: otherwise 412. */
async function lockAllSeen(tx: Db, viewer: Viewer, { body, scope, principal }: SeveralCall): Promise<Seen[]> {
  const ids = body.windows.map(({ id }) => id);
  const before = await findWindows(tx, viewer, ids);
  if (before.length < ids.length) throw notFound();
  const stations = await lockStations(tx, [...new Set(before.map(({ station }) => station))], scope);
  const byName = new Map(stations.map((station) => [station.name, station]));
  for (const station of stations) requireMine(principal, station);
  const ends = new Map(body.windows.map(({ id, seen_until }) => [id, seen_until]));
  return (await findWindows(tx, viewer, ids)).map((window) => {
    const station = byName.get(window.station);
    if (!station) throw notFound();
    if (window.ended_at === null && Date.parse(window.until) !== Date.parse(ends.get(window.id) ?? "")) {
      throw new Problem(
        412,
        `${station.serial_number}: This maintenance was changed. Nothing was saved; load it again.`,
      );
    }
    return { window, station };
  });
}

type WindowCall = Call<typeof changeMaintenance> | Call<typeof endMaintenance>;

/** Locks the station of a maintenance that the caller has seen as it is: 412 when it was changed since, 409 when it has ended. */
async function lockSeen(tx: Db, viewer: Viewer, { params, body, scope, principal }: WindowCall): Promise<Seen> {
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
  if (principal.kind === "api_key" && principal.orgId === station.org_id) return;
  const { serial_number: serial } = station;
  throw new Problem(403, `Only admins and managers of its organization can put ${serial} into maintenance.`);
}

/** The times of a station's maintenance, which may overlap itself. */
function timesOf(station: string, { from, until }: { from: Timestamp; until: Timestamp }, id: number | null = null) {
  return { station, from, until, except_id: id };
}

async function refuseOverlap(
  tx: Db,
  viewer: Viewer,
  { stations, times }: { stations: readonly LockedStation[]; times: readonly ReturnType<typeof timesOf>[] },
): Promise<void> {
  const overlap = await findOverlap(tx, viewer, times);
  if (!overlap) return;
  const serial = stations.find(({ name }) => name === overlap.station)?.serial_number ?? overlap.station;
  const until = utcText(new Date(overlap.until));
  const state =
    Date.parse(overlap.from) <= Date.parse(times.find(({ station }) => station === overlap.station)?.from ?? "")
      ? `Already in maintenance until ${until}`
      : `Maintenance is planned from ${utcText(new Date(overlap.from))} until ${until}`;
  throw new Problem(409, `${serial}: ${state} by ${overlap.by}.`);
}

function personOf(principal: Principal) {
  const id = principal.kind === "user" ? principal.id : 0;
  return { id, ...shownAuthorOf(principal) };
}

function auditOf({ name, org_id }: LockedStation, values: Pick<AuditNote, "before" | "after">): AuditNote {
  return { target: `station ${name}`, orgId: org_id, ...values };
}
