import type { BulkKind, bulkEntries, bulkMaintenance } from "@groundcrew/shared/bulk-acts";
import type { Timestamp } from "@groundcrew/shared/lib";
import { canMaintain } from "@groundcrew/shared/maintenance";
import { nextRevision } from "@groundcrew/shared/ssot";
import { z } from "zod";
import { applyWindows, endWindows, insertWindows, unchangedWindows } from "../maintenance/index.ts";
import type { Db } from "../platform/db/index.ts";
import { authorOf, shownAuthorOf, type Call, type Principal } from "../platform/http/index.ts";
import { changeStations, endLinks, type StationChange } from "../stations/index.ts";
import { createEntries } from "../support-log/index.ts";
import type { LockedStation } from "./queries.ts";

export type Work = { tx: Db; by: Principal; at: Timestamp };

/** A station that was changed, for the audit, and what undoing it needs. */
export type ChangedStation = {
  name: string;
  org_id: number;
  before?: Record<string, unknown>;
  after: Record<string, unknown>;
  undo: unknown;
};

/** Puts stations into maintenance from now on. */
export async function beginMaintenance(
  { tx, by, at }: Work,
  stations: readonly LockedStation[],
  { why, until }: Call<typeof bulkMaintenance>["body"],
): Promise<ChangedStation[]> {
  const names = stations.map(({ name }) => name);
  const windows = await insertWindows(tx, { stations: names, why, from: at, until, by: personOf(by) });
  await applyWindows(tx, names, at);
  const ids = new Map(windows.map(({ id, station }) => [station, id]));
  return stations.map(({ name, org_id }) => ({
    name,
    org_id,
    after: { maintenance: { why, from: at, until } },
    undo: { window: ids.get(name) },
  }));
}

/** Adds an entry to the log of each station. */
export async function addEntries(
  { tx, by }: Work,
  stations: readonly LockedStation[],
  { entry }: Call<typeof bulkEntries>["body"],
): Promise<ChangedStation[]> {
  const names = stations.map(({ name }) => name);
  const writing = { parent: null, author: authorOf(by), entry: { ...entry, attached_errors: [] } };
  const ids = new Map((await createEntries(tx, names, writing)).map(({ id, station_name }) => [station_name, id]));
  return stations.map(({ name, org_id }) => ({
    name,
    org_id,
    after: { support_log_entry: ids.get(name), status: entry.status, content: entry.content.text },
    undo: null,
  }));
}

/** Moves, retires or restores stations: `to` is what of each becomes another. */
export async function editStations(
  { tx, by, at }: Work,
  stations: readonly LockedStation[],
  to: { org_id: number } | { retired: Timestamp | null },
): Promise<ChangedStation[]> {
  const edits = stations.map((station) => ({ station, change: { ...editOf(station, at), ...to } }));
  await storeEdits({ tx, by, at }, edits);
  return edits.map((edit) => changeOf(edit));
}

type Edit = { station: LockedStation; change: StationChange };

function editOf({ name, org_id, site_id, retired, edited }: LockedStation, at: Timestamp): StationChange {
  return { name, org_id, site_id, retired, edited: nextRevision(edited, Date.parse(at)) };
}

/** Stations that are taken out of service are offline from the same transaction on. */
async function storeEdits({ tx, by, at }: Work, edits: readonly Edit[]): Promise<void> {
  const retired = edits.filter(({ station, change }) => station.retired === null && change.retired !== null);
  await endLinks(
    tx,
    retired.map(({ station }) => station.name),
    at,
  );
  await changeStations(
    tx,
    edits.map(({ change }) => change),
    authorOf(by),
  );
}

function changeOf({ station, change }: Edit): ChangedStation {
  const { name, org_id, site_id, retired } = station;
  const isMove = org_id !== change.org_id;
  return {
    name,
    org_id: change.org_id,
    before: isMove ? { org_id } : { retired },
    after: isMove ? { org_id: change.org_id } : { retired: change.retired },
    undo: { edited: change.edited, org_id, site_id, retired },
  };
}

/** A station that an act changed, locked, with what undoing it needs. */
export type UndoneStation = { station: LockedStation; undo: unknown };

/** Undoes an act at stations, unless they were changed since, and returns those that are as before. */
type Undo = (work: Work, stations: readonly UndoneStation[]) => Promise<Omit<ChangedStation, "undo">[]>;

const maintained = z.object({ window: z.int() });
const edited = z.object({
  edited: z.string().nullable(),
  org_id: z.int(),
  site_id: z.int().nullable(),
  retired: z.string().nullable(),
});

async function endMaintenance({ tx, by, at }: Work, stations: readonly UndoneStation[]) {
  const own = stations.filter(({ station }) => by.kind === "user" && canMaintain(by.user, station));
  const windows = new Map(own.map(({ station, undo }) => [maintained.parse(undo).window, station]));
  const ids = await unchangedWindows(tx, [...windows.keys()]);
  const ended = ids.flatMap((id) => windows.get(id) ?? []);
  await endWindows(tx, ids, { at, by: personOf(by) });
  await applyWindows(
    tx,
    ended.map(({ name }) => name),
    at,
  );
  return ended.map(({ name, org_id }) => ({ name, org_id, after: { maintenance: null } }));
}

/** A station that was edited since stays as it is. */
async function editBack({ tx, by, at }: Work, stations: readonly UndoneStation[]) {
  const all = stations.map(({ station, undo }) => ({ station, before: edited.parse(undo) }));
  const edits = all.flatMap(({ station, before: { edited: left, ...before } }) =>
    station.edited === left ? { station, change: { ...editOf(station, at), ...before } } : [],
  );
  await storeEdits({ tx, by, at }, edits);
  return edits.map((edit) => changeOf(edit));
}

/** How an act is undone. Entries have been read and images been taken: they are not. */
export const undos: Partial<Record<BulkKind, Undo>> = {
  maintenance: endMaintenance,
  move: editBack,
  retire: editBack,
  restore: editBack,
};

function personOf(by: Principal) {
  return { id: by.kind === "user" ? by.id : 0, ...shownAuthorOf(by) };
}
