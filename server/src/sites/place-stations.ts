import { STATION_TAGS_MAX, type Placement } from "@groundcrew/shared/sites";
import type { AuditNote } from "../audit/index.ts";
import type { Db } from "../platform/db/index.ts";
import { notFound, type Principal } from "../platform/http/index.ts";
import { placeNotes } from "./place-notes.ts";
import { storePlaces, tagFinder, type PlacedStation, type PlacedTag } from "./place-queries.ts";
import { findSite } from "./queries.ts";

/** Locked stations, and what changes at them. Only admins can use tags of the provider at stations of others. */
export type Placing = Omit<Placement, "stations"> & { stations: readonly PlacedStation[]; principal: Principal };

/** A station with its new site and tags. The notes about tags of the provider are their own, which customers do not see; none if nothing changed. */
type Placed = { after: PlacedStation; notes: AuditNote[] };

/** Changes locked stations, with a site and tags that are kept. Returns those that changed, and those that stay as they are since they would have too many tags. */
export async function place(tx: Db, placing: Placing): Promise<{ placed: Placed[]; withTooMany: PlacedStation[] }> {
  const { stations, site_id: siteId, principal } = placing;
  if (siteId !== undefined && siteId !== null) await requireSite(tx, siteId, stations);
  const find = await tagFinder(tx, placing.add_tags, stations);
  const isAdmin = principal.kind === "user" && principal.user.can_admin;
  const changes = stations.map((station) => {
    const added = placing.add_tags.flatMap((name) => {
      const tag = find(station, name);
      if (tag === undefined || (tag.org_id !== station.org_id && !isAdmin)) throw noTag(station, name);
      return station.tags.some(({ id }) => id === tag.id) ? [] : [tag];
    });
    const isKept = ({ name, org_id }: PlacedTag) =>
      !placing.remove_tags.includes(name) || !(isAdmin || org_id === station.org_id);
    const after = {
      ...station,
      site_id: siteId === undefined ? station.site_id : siteId,
      tags: [...station.tags.filter(isKept), ...added],
    };
    return { station, added, after };
  });
  const fit = changes.filter((one) => !hasTooMany(one));
  await storePlaces(
    tx,
    fit.map(({ station, after: { site_id, tags } }) => ({ station, site_id, tags: tags.map(({ id }) => id) })),
  );
  const placed = fit.map(({ station, after }) => ({ after, notes: placeNotes(station, after) }));
  return { placed, withTooMany: changes.filter(hasTooMany).map(({ station }) => station) };
}

/** True if a station would have more tags of an organization than it can. */
function hasTooMany({ added, after }: { added: readonly PlacedTag[]; after: PlacedStation }): boolean {
  const byOrganization = [...Map.groupBy(after.tags, ({ org_id }) => org_id).values()];
  return added.length > 0 && byOrganization.some((tags) => tags.length > STATION_TAGS_MAX);
}

async function requireSite(tx: Db, id: number, stations: readonly PlacedStation[]): Promise<void> {
  const site = await findSite(tx, id, null);
  const foreign = stations.find(({ org_id }) => org_id !== site?.org_id);
  if (foreign === undefined) return;
  const message = `There is no such site in the organization of ${foreign.serial_number}.`;
  throw notFound({ field: "site_id", message });
}

function noTag({ serial_number }: PlacedStation, name: string) {
  return notFound({ field: "add_tags", message: `There is no tag “${name}” for ${serial_number}.` });
}
