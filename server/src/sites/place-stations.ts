import { STATION_TAGS_MAX, type Placement } from "@groundcrew/shared/sites";
import type { AuditNote } from "../audit/index.ts";
import { inPieces, type Db } from "../platform/db/index.ts";
import { notFound, type Principal } from "../platform/http/index.ts";
import { placeNotes } from "./place-notes.ts";
import { addTags, dropTags, setSite, tagsNamed, type PlacedStation } from "./place-queries.ts";
import { findSite } from "./queries.ts";

/** Locked stations, and what changes at them. Only admins can use tags of the provider at stations of others. */
export type Placing = Omit<Placement, "stations"> & { stations: readonly PlacedStation[]; principal: Principal };

/** A station with its new site and tags. The notes about tags of the provider are their own, which customers do not see; none if nothing changed. */
type Placed = { after: PlacedStation; notes: AuditNote[] };

/** Changes locked stations, with a site and tags that are kept. Returns those that changed, and those that stay as they are since they would have too many tags. */
export async function place(tx: Db, placing: Placing): Promise<{ placed: Placed[]; withTooMany: PlacedStation[] }> {
  const { stations, site_id: siteId, principal } = placing;
  if (siteId !== undefined && siteId !== null) await requireSite(tx, siteId, stations);
  const find = await tagFinder(tx, placing);
  const isAdmin = principal.kind === "user" && principal.user.can_admin;
  const changes = stations.map((station) => {
    const added = placing.add_tags.flatMap((name) => {
      const tag = find(station, name);
      return station.tags.some(({ id }) => id === tag.id) ? [] : [tag];
    });
    const removed = station.tags.filter(
      ({ name, org_id }) => placing.remove_tags.includes(name) && (isAdmin || org_id === station.org_id),
    );
    return { station, added, removed, after: [...station.tags.filter((tag) => !removed.includes(tag)), ...added] };
  });
  const fit = changes.filter((one) => !hasTooMany(one));
  if (siteId !== undefined) {
    await inPieces(
      fit.map(({ station: { name } }) => name),
      (piece) => setSite(tx, piece, siteId),
    );
  }
  await inPieces(taggings(fit, "added"), (piece) => addTags(tx, piece));
  await inPieces(taggings(fit, "removed"), (piece) => dropTags(tx, piece));
  const placed = fit.map(({ station, after: tags }) => {
    const after = { ...station, site_id: siteId === undefined ? station.site_id : siteId, tags };
    return { after, notes: placeNotes(station, after) };
  });
  return { placed, withTooMany: changes.filter(hasTooMany).map(({ station }) => station) };
}

/** True if a station would have more tags of an organization than it can. */
function hasTooMany({ added, after }: Change): boolean {
  const byOrganization = [...Map.groupBy(after, ({ org_id }) => org_id).values()];
  return added.length > 0 && byOrganization.some((tags) => tags.length > STATION_TAGS_MAX);
}

type Tag = PlacedStation["tags"][number];
type Change = { station: PlacedStation; added: readonly Tag[]; removed: readonly Tag[]; after: Tag[] };

function taggings(changes: readonly Change[], which: "added" | "removed") {
  return changes.flatMap((one) => one[which].map(({ id }) => ({ station: one.station.name, tag: id })));
}

async function requireSite(tx: Db, id: number, stations: readonly PlacedStation[]): Promise<void> {
  const site = await findSite(tx, id, null);
  const foreign = stations.find(({ org_id }) => org_id !== site?.org_id);
  if (foreign === undefined) return;
  const message = `There is no such site in the organization of ${foreign.serial_number}.`;
  throw notFound({ field: "site_id", message });
}

/** Finds the tag with a name for a station: of its organization, or else of the provider. */
async function tagFinder(tx: Db, { stations, principal, add_tags: names }: Placing) {
  const isAdmin = principal.kind === "user" && principal.user.can_admin;
  const orgIds = [...new Set(stations.map(({ org_id }) => org_id))];
  const found = names.length === 0 ? [] : await tagsNamed(tx, names, orgIds);
  return ({ org_id, serial_number }: PlacedStation, name: string) => {
    const fitting = found.filter((tag) => tag.name === name && (tag.org_id === org_id || (tag.staff && isAdmin)));
    const tag = fitting.find((one) => one.org_id === org_id) ?? fitting[0];
    if (tag) return tag;
    throw notFound({ field: "add_tags", message: `There is no tag “${name}” for ${serial_number}.` });
  };
}
