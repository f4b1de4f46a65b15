import { canPlace, STATION_TAGS_MAX, type Placement, type placeStations } from "@groundcrew/shared/sites";
import { change, type AuditNote } from "../audit/index.ts";
import type { Db } from "../platform/db/index.ts";
import { answer, notFound, Problem, type Call, type Principal } from "../platform/http/index.ts";
import { placeNotes } from "./place-notes.ts";
import { addTags, dropTags, keepPlaces, lockPlaced, setSite, tagsNamed, type PlacedStation } from "./place-queries.ts";
import { findSite } from "./queries.ts";

/** Sets the site and changes the tags of stations: all of it or nothing. */
export async function placeAll(db: Db, call: Call<typeof placeStations>) {
  const { body, principal, scope } = call;
  return change(db, call, async (tx) => {
    await keepPlaces(tx, body);
    const stations = await lockPlaced(tx, body.stations, scope.orgId);
    if (stations.length < body.stations.length) throw notFound();
    if (principal.kind !== "user") throw notFound();
    const { user } = principal;
    const foreign = stations.find((station) => !canPlace(user, station));
    if (foreign) throw new Problem(403, `Only admins can change the site and the tags of ${foreign.serial_number}.`);
    const audit = await place(tx, { ...body, stations, principal });
    return { answer: answer(200, { changed: new Set(audit.map(({ target }) => target)).size }), audit };
  });
}

/** Locked stations, and what changes at them. Only admins can use tags of the provider at stations of others. */
export type Placing = Omit<Placement, "stations"> & { stations: readonly PlacedStation[]; principal: Principal };

/** Changes locked stations, with a site and tags that are kept; returns notes for each that changed: about tags of the provider, one of its own that customers do not see. */
export async function place(tx: Db, placing: Placing): Promise<AuditNote[]> {
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
    const after = [...station.tags.filter((tag) => !removed.includes(tag)), ...added];
    const byOrganization = [...Map.groupBy(after, ({ org_id }) => org_id).values()];
    if (byOrganization.some((tags) => tags.length > STATION_TAGS_MAX)) {
      throw new Problem(
        409,
        `A station has at most ${STATION_TAGS_MAX} tags: ${station.serial_number} would have more.`,
      );
    }
    return { station, added, removed, after };
  });
  if (siteId !== undefined) {
    await setSite(
      tx,
      stations.map(({ name }) => name),
      siteId,
    );
  }
  await addTags(tx, taggings(changes, "added"));
  await dropTags(tx, taggings(changes, "removed"));
  return changes.flatMap(({ station, after: tags }) => {
    const placed = siteId === undefined ? station.site_id : siteId;
    return placeNotes(station, { ...station, site_id: placed, tags });
  });
}

type Tag = PlacedStation["tags"][number];
type Change = { station: PlacedStation } & Record<"added" | "removed" | "after", readonly Tag[]>;

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
