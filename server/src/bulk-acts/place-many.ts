import { canPlace, type Placement } from "@groundcrew/shared/sites";
import { z } from "zod";
import type { Principal } from "../platform/http/index.ts";
import { place, placeNotes, selectPlaced, storePlaces } from "../sites/index.ts";
import type { LockedStation } from "./queries.ts";
import { keptFor, seenTags, unchangedStations, type ChangedStation, type Undo, type Work } from "./work.ts";

/** Changes the site and the tags of stations. Those that would have too many tags are left out. */
export async function placeStations(
  { tx, by }: Work,
  stations: readonly LockedStation[],
  placement: Omit<Placement, "stations">,
): Promise<ChangedStation[]> {
  const { placed, withTooMany } = await place(tx, { ...placement, stations, principal: by });
  const before = new Map(stations.map((station) => [station.name, station]));
  const changed = placed.map(({ after, notes }) => {
    const { org_id, site_id } = after;
    const was = before.get(after.name) ?? after;
    const tags = idsOf(by, was).map((id) => ({ id }));
    const undo = { org_id, site_id: was.site_id, tags, left: { site_id, tags: idsOf(by, after) } };
    return { name: after.name, notes, undo: undo satisfies z.input<typeof placedBefore> };
  });
  const leftOut = { code: "too_many_tags" as const, at: null };
  return [...changed, ...withTooMany.map(({ name }) => ({ name, notes: [], undo: null, leftOut }))];
}

/** The ids of a station's tags that somebody sees. Others are not theirs to change, and do not keep them from undoing what they did. */
function idsOf(by: Principal, station: { org_id: number; tags: readonly { id: number; org_id: number }[] }): number[] {
  return by.kind === "user" ? seenTags(by.user, station).map(({ id }) => id) : [];
}

/** The organization, site and tags before, and what the act has left. */
const placedBefore = z.object({
  org_id: z.int(),
  site_id: z.int().nullable(),
  tags: z.array(z.object({ id: z.int() })),
  left: z.object({ site_id: z.int().nullable(), tags: z.array(z.int()) }),
});
type Before = z.output<typeof placedBefore>;

/** Returns stations to their sites and tags. One that has another site or other tags since stays as it is. */
export const placeBack: Undo = async ({ tx, by }, stations) => {
  const all = stations.map(({ station, undo }) => ({ station, before: placedBefore.parse(undo) }));
  const isOwn = ({ station }: { station: LockedStation }) => by.kind === "user" && canPlace(by.user, station);
  const { fit, kept } = unchangedStations(all.filter(isOwn), (one) => isAsLeft(by, one));
  const unseen = (station: LockedStation, { left }: Before) => station.tags.filter(({ id }) => !left.tags.includes(id));
  await storePlaces(
    tx,
    fit.map(({ station, before }) => {
      const tags = [...unseen(station, before), ...before.tags].map(({ id }) => id);
      return { station, site_id: before.site_id, tags };
    }),
  );
  // Sites and tags that were deleted meanwhile have not returned.
  const names = fit.map(({ station }) => station.name);
  const now = new Map((await selectPlaced(tx, names)).map((station) => [station.name, station]));
  return {
    undone: fit.map(({ station }) => ({
      name: station.name,
      notes: placeNotes(station, now.get(station.name) ?? station),
    })),
    kept: [...kept, ...all.flatMap((one) => (isOwn(one) ? [] : keptFor(one.station.name, "not_yours")))],
  };
};

function isAsLeft(
  by: Principal,
  { station, before: { org_id, left } }: { station: LockedStation; before: Before },
): boolean {
  if (station.org_id !== org_id || station.site_id !== left.site_id) return false;
  const tags = idsOf(by, station);
  return tags.length === left.tags.length && tags.every((id) => left.tags.includes(id));
}
