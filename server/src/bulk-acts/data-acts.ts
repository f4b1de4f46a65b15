import type { BulkKind, bulkEntries, bulkMaintenance } from "@groundcrew/shared/bulk-acts";
import type { Timestamp } from "@groundcrew/shared/lib";
import { canMaintain } from "@groundcrew/shared/maintenance";
import { nextRevision } from "@groundcrew/shared/ssot";
import { z } from "zod";
import { notesOfMove, type AuditNote } from "../audit/index.ts";
import { applyWindows, endWindows, insertWindows, windowStates } from "../maintenance/index.ts";
import { lockGroupsOfStations } from "../error-groups/index.ts";
import { inPieces } from "../platform/db/index.ts";
import { authorOf, shownAuthorOf, type Call, type Principal } from "../platform/http/index.ts";
import { storePlaces } from "../sites/index.ts";
import { changeStations, endLinks, type StationChange } from "../stations/index.ts";
import { createEntries } from "../support-log/index.ts";
import { assignBack } from "./assign-many.ts";
import { placeBack } from "./place-many.ts";
import type { LockedStation } from "./queries.ts";
import { keptFor, unchangedStations, type ChangedStation, type Undo, type UndoneStation, type Work } from "./work.ts";

/** Puts stations into maintenance from now on. */
export async function beginMaintenance(
  { tx, by, at }: Work,
  stations: readonly LockedStation[],
  { why, until }: Call<typeof bulkMaintenance>["body"],
): Promise<ChangedStation[]> {
  const names = stations.map(({ name }) => name);
  const windows = await inPieces(names, async (piece) => {
    const added = await insertWindows(tx, { stations: piece, why, from: at, until, by: personOf(by) });
    await applyWindows(tx, piece, at);
    return added;
  });
  const ids = new Map(windows.flat().map(({ id, station }) => [station, id]));
  return stations.map((station) => ({
    name: station.name,
    notes: [noteOf(station, { after: { maintenance: { why, from: at, until } } })],
    undo: { window: ids.get(station.name) },
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
  const entries = await inPieces(names, (piece) => createEntries(tx, piece, writing));
  const ids = new Map(entries.flat().map(({ id, station_name }) => [station_name, id]));
  const { status, content, tags } = entry;
  const after = { status, content: content.text, public: entry.public ?? false, tags };
  return stations.map((station) => ({
    name: station.name,
    notes: [noteOf(station, { after: { support_log_entry: ids.get(station.name), ...after } })],
    undo: null,
  }));
}

/** Retires or restores stations: `retired` is what that of each becomes. */
export async function retireStations(
  work: Work,
  stations: readonly LockedStation[],
  retired: Timestamp | null,
): Promise<ChangedStation[]> {
  const edits = stations.map((station) => ({ station, change: { ...editOf(station, work.at), retired } }));
  await storeEdits(work, edits);
  return edits.map((edit) => {
    const undo = { edited: edit.change.edited, retired: edit.station.retired } satisfies z.input<typeof retiredBefore>;
    return Object.assign(retiredNote(edit), { undo });
  });
}

/** Moves stations to an organization. They leave their sites, and lose the tags of their organization. */
export async function moveStations(
  work: Work,
  stations: readonly LockedStation[],
  org_id: number,
): Promise<ChangedStation[]> {
  const edits = stations.map((station) => ({
    station,
    change: { ...editOf(station, work.at), org_id, site_id: null },
    tags: [],
  }));
  await storeEdits(work, edits);
  return edits.map((edit) => {
    const { org_id: left, site_id } = edit.station;
    const tags = ownTags(edit.station);
    const undo = { edited: edit.change.edited, org_id: left, site_id, tags } satisfies z.input<typeof movedBefore>;
    return Object.assign(movedNotes(edit), { undo });
  });
}

type Edit = { station: LockedStation; change: StationChange };

function editOf({ name, org_id, site_id, retired, edited }: LockedStation, at: Timestamp): StationChange {
  return { name, org_id, site_id, retired, edited: nextRevision(edited, Date.parse(at)) };
}

/** Stations that are taken out of service are offline from the same transaction on. */
async function storeEdits({ tx, by, at }: Work, edits: readonly Edit[]): Promise<void> {
  // Their counters of errors change with the stations. Others lock groups in this order too.
  await lockGroupsOfStations(tx, namesOf(edits));
  const retired = edits.filter(({ station, change }) => station.retired === null && change.retired !== null);
  await inPieces(namesOf(retired), (piece) => endLinks(tx, piece, at));
  const changes = edits.map(({ change }) => change);
  await inPieces(changes, (piece) => changeStations(tx, piece, authorOf(by)));
}

function namesOf(of: readonly { station: LockedStation }[]): string[] {
  return of.map(({ station }) => station.name);
}

/** The tags that a station loses when it moves. */
function ownTags({ tags }: LockedStation) {
  return tags.flatMap(({ id, name, staff }) => (staff ? [] : { id, name }));
}

function noteOf({ name, org_id }: LockedStation, values: Pick<AuditNote, "before" | "after">): AuditNote {
  return { target: `station ${name}`, orgId: org_id, ...values };
}

function retiredNote({ station, change }: Edit): UndoneStation {
  const values = { before: { retired: station.retired }, after: { retired: change.retired } };
  return { name: station.name, notes: [noteOf(station, values)] };
}

/** Names also the maintenance that a move ends for good. */
function movedNotes({ station, change, tags }: Edit & { tags: readonly { name: string }[] }): UndoneStation {
  const { name, org_id, site_id, maintenance } = station;
  const notes = notesOfMove({
    target: `station ${name}`,
    from: org_id,
    to: change.org_id,
    before: { org_id, site_id, tags: ownTags(station).map((tag) => tag.name), ...(maintenance && { maintenance }) },
    after: { org_id: change.org_id, site_id: change.site_id, tags: tags.map((tag) => tag.name) },
  });
  return { name, notes };
}

const maintained = z.object({ window: z.int() });
const retiredBefore = z.object({ edited: z.string().nullable(), retired: z.string().nullable() });
const movedBefore = z.object({
  edited: z.string().nullable(),
  org_id: z.int(),
  site_id: z.int().nullable(),
  tags: z.array(z.object({ id: z.int(), name: z.string() })),
});

const endMaintenance: Undo = async ({ tx, by, at }, stations) => {
  const windows = stations.map(({ station, undo }) => ({ station, window: maintained.parse(undo).window }));
  const states = await windowStates(
    tx,
    windows.map(({ window }) => window),
  );
  const judged = windows.map(({ station, window }) => {
    const isOwn = by.kind === "user" && canMaintain(by.user, station);
    return { station, window, is: isOwn ? (states.get(window) ?? "ended") : ("not_yours" as const) };
  });
  const ended = judged.filter(({ is }) => is === "unchanged");
  await inPieces(ended, async (piece) => {
    const ids = piece.map(({ window }) => window);
    await endWindows(tx, ids, { at, by: personOf(by) });
    await applyWindows(tx, namesOf(piece), at);
  });
  return {
    undone: ended.map(({ station }) => ({
      name: station.name,
      notes: [noteOf(station, { after: { maintenance: null } })],
    })),
    kept: judged.flatMap(({ station, is }) => (is === "unchanged" ? [] : keptFor(station.name, is))),
  };
};

const retireBack: Undo = async (work, stations) => {
  const all = stations.map(({ station, undo }) => ({ station, before: retiredBefore.parse(undo) }));
  const { fit, kept } = unchangedStations(all, ({ station, before }) => station.edited === before.edited);
  const edits = fit.map(({ station, before: { retired } }) => ({
    station,
    change: { ...editOf(station, work.at), retired },
  }));
  await storeEdits(work, edits);
  return { undone: edits.map((edit) => retiredNote(edit)), kept };
};

/** With their sites and tags. One that has got others since stays where it is, which would lose them. */
const moveBack: Undo = async (work, stations) => {
  const all = stations.map(({ station, undo }) => ({ station, before: movedBefore.parse(undo) }));
  const { fit, kept } = unchangedStations(
    all,
    ({ station, before }) =>
      station.edited === before.edited && station.site_id === null && ownTags(station).length === 0,
  );
  const edits = fit.map(({ station, before: { org_id, site_id, tags } }) => ({
    station,
    change: { ...editOf(station, work.at), org_id, site_id },
    tags,
  }));
  await storeEdits(work, edits);
  await storePlaces(
    work.tx,
    edits.map(({ station, change, tags: returned }) => {
      const tags = [...station.tags, ...returned].map(({ id }) => id);
      return { station: { ...station, site_id: change.site_id }, site_id: change.site_id, tags };
    }),
  );
  return { undone: edits.map((edit) => movedNotes(edit)), kept };
};

/** How an act is undone. Entries have been read and images been taken: they are not. */
export const undos: Partial<Record<BulkKind, Undo>> = {
  assign: assignBack,
  maintenance: endMaintenance,
  move: moveBack,
  place: placeBack,
  retire: retireBack,
  restore: retireBack,
};

function personOf(by: Principal) {
  return { id: by.kind === "user" ? by.id : 0, ...shownAuthorOf(by) };
}
