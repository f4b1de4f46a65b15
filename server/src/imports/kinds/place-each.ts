import type { ImportValues } from "@groundcrew/shared/imports";
import type { AuditNote } from "../../audit/index.ts";
import type { Db } from "../../platform/db/index.ts";
import { countUses, placeNotes, readUses, selectPlaced, storePlaces, tagFinder } from "../../sites/index.ts";
import type { ItemWrite, Written } from "./kind.ts";
import { organizationIn, tagsIn, type Places } from "./placed.ts";
import { deleteUnusedSites, insertSites, selectSiteNames } from "./placed-queries.ts";

type Audits = Written["audits"];
type Station = Awaited<ReturnType<typeof selectPlaced>>[number];

/** Gives stations their sites and tags, creates sites that do not exist, and removes those that were created for what is undone. */
export async function placeStations(tx: Db, writes: readonly ItemWrite[]): Promise<Audits> {
  const placed = writes.filter(isPlaced);
  if (placed.length === 0) return [];
  const byName = new Map(placed.map((write) => [write.name, write]));
  const stations = await selectPlaced(tx, [...byName.keys()]);
  const wanted = stations.map((station): Wanted => {
    const values = byName.get(station.name)?.values;
    return { station, site: textIn(values?.["site"]), tags: tagsIn(values?.["station_tags"]) };
  });
  const { created, idOf } = await createMissing(tx, wanted);
  const find = await tagFinder(tx, [...new Set(wanted.flatMap(({ tags }) => tags))], stations);
  await storePlaces(
    tx,
    wanted.map(({ station, site, tags }) => ({
      station,
      site_id: site === null ? null : idOf(station.org_id, site),
      tags: tags.flatMap((name) => {
        const had = station.tags.filter((tag) => tag.name === name);
        return (had.length > 0 ? had : [find(station, name)]).flatMap((tag) => tag?.id ?? []);
      }),
    })),
  );
  const removable = stations.flatMap(({ name, site_id: id }) =>
    byName.get(name)?.removes.includes("site") ? (id ?? []) : [],
  );
  const removed = await removeSites(tx, new Set(removable));
  return [
    {
      action: "createSites",
      notes: created.map(({ id, org_id: orgId, name }) => ({ target: `site ${id}`, orgId, after: { name } })),
    },
    {
      action: "deleteSite",
      notes: removed.map(({ id, org_id: orgId, name }) => ({ target: `site ${id}`, orgId, before: { name } })),
    },
  ];
}

/** A station as it is, and the site and the tags that it is to have. */
type Wanted = { station: Station; site: string | null; tags: string[] };

/** Creates the sites that stations are to have and that do not exist. `idOf` finds any of an organization by its name. */
async function createMissing(tx: Db, wanted: readonly Wanted[]) {
  const sites = new Map((await selectSiteNames(tx)).map(({ id, org_id, name }) => [keyOf(org_id, name), id]));
  const missing = new Map<string, { org_id: number; name: string }>();
  for (const { station, site: name } of wanted) {
    if (name === null || sites.has(keyOf(station.org_id, name))) continue;
    const key = keyOf(station.org_id, name.toLowerCase());
    if (!missing.has(key)) missing.set(key, { org_id: station.org_id, name });
  }
  const created = missing.size === 0 ? [] : await insertSites(tx, [...missing.values()]);
  const folded = new Map(created.map(({ id, org_id, name }) => [keyOf(org_id, name.toLowerCase()), id]));
  const idOf = (org_id: number, name: string) =>
    sites.get(keyOf(org_id, name)) ?? folded.get(keyOf(org_id, name.toLowerCase())) ?? null;
  return { created, idOf };
}

/** Removes sites that nothing uses. */
async function removeSites(tx: Db, ids: ReadonlySet<number>) {
  if (ids.size === 0) return [];
  const uses = await readUses(tx, null);
  const sites = (await selectSiteNames(tx)).filter(({ id }) => ids.has(id));
  const unused = sites.filter((site) => {
    const { rules, views, wallboards } = countUses(uses, { site });
    return rules + views + wallboards === 0;
  });
  return deleteUnusedSites(
    tx,
    unused.map(({ id }) => id),
  );
}

/** True if the site or tags of a station change, perhaps because it moves. */
function isPlaced({ item, values }: ItemWrite): boolean {
  const fields = ["organization_name", "site", "station_tags"];
  return fields.some((field) => (item?.values?.[field] || null) !== (values?.[field] || null));
}

/** Notes about the stations that got another site or other tags. */
export function placeNotesOf(
  names: readonly string[],
  before: ReadonlyMap<string, Station>,
  after: ReadonlyMap<string, Station>,
): AuditNote[] {
  return names.flatMap((name) => {
    const now = after.get(name);
    if (!now) return [];
    return placeNotes(before.get(name) ?? { ...now, site_id: null, tags: [] }, now);
  });
}

/** The names of a station's tags as files have them. */
export function tagNames(placed: Station | undefined): string {
  return [...new Set(placed?.tags.map(({ name }) => name))].toSorted().join(";");
}

/** A sentence about a site or a tag that stations had before, and that does not exist any more. */
export function missingPlace(
  writes: readonly ItemWrite[],
  { places, provider }: { places: Places; provider: string },
): string | null {
  for (const { item, values } of writes) {
    if (values === null) continue;
    const organization = organizationIn(values, provider);
    const site = textIn(values["site"]);
    if (site !== null && site !== item?.values?.["site"] && places.siteOf(organization, site)?.name !== site) {
      return `${organization} has no site “${site}” any more. The import cannot be undone.`;
    }
    const had = tagsIn(item?.values?.["station_tags"]);
    const tag = tagsIn(values["station_tags"]).find(
      (name) => !had.includes(name) && places.tagOf(organization, name) === undefined,
    );
    if (tag !== undefined) {
      return `There is no tag “${tag}” for stations of ${organization} any more. The import cannot be undone.`;
    }
  }
  return null;
}

function textIn(value: ImportValues[string] | undefined): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

function keyOf(org_id: number, name: string): string {
  return `${org_id} ${name}`;
}
