import type {
  ExistingItem,
  ImportValues,
  JudgedLine,
  ReadableField,
  Reading,
  ReadWith,
} from "@groundcrew/shared/imports";
import { newSite, SITES_MAX, STATION_TAGS_MAX } from "@groundcrew/shared/sites";
import type { Db } from "../../platform/db/index.ts";
import { readBy } from "./kind.ts";
import { selectSiteNames, selectTagNames, type StoredSite } from "./placed-queries.ts";

/** The sites and tags that stations can have, by the names of organizations. */
export class Places {
  /** Sites by their names as they are and without case; the first one where two differ in nothing else. */
  readonly #sites = new Map<string, StoredSite>();
  readonly #counts = new Map<string, Set<string>>();
  readonly #tags = new Set<string>();
  readonly #staffTags = new Set<string>();

  static async load(db: Db): Promise<Places> {
    const places = new Places();
    for (const site of await selectSiteNames(db)) {
      places.#sites.set(place(site.organization, site.name), site);
      const folded = place(site.organization, site.name.toLowerCase());
      if (!places.#sites.has(folded)) places.#sites.set(folded, site);
      places.#take(site.organization, site.name);
    }
    for (const { organization, name, is_staff } of await selectTagNames(db)) {
      places.#tags.add(place(organization, name));
      if (is_staff) places.#staffTags.add(name);
    }
    return places;
  }

  siteOf(organization: string, name: string): StoredSite | undefined {
    return this.#sites.get(place(organization, name)) ?? this.#sites.get(place(organization, name.toLowerCase()));
  }

  /** Counts a site that an organization is to have; returns false if it has as many as it can. */
  canHave(organization: string, name: string): boolean {
    return this.#take(organization, name) <= SITES_MAX;
  }

  #take(organization: string, name: string): number {
    const names = this.#counts.get(organization) ?? new Set();
    this.#counts.set(organization, names.add(name.toLowerCase()));
    return names.size;
  }

  /** Whose tag a station of an organization gets by a name; undefined if there is none. */
  tagOf(organization: string, name: string): "own" | "staff" | undefined {
    if (this.#tags.has(place(organization, name))) return "own";
    return this.#staffTags.has(name) ? "staff" : undefined;
  }
}

function place(organization: string, name: string): string {
  return `${organization}\n${name}`;
}

/** The columns with the site and the tags of a station. They come after that of its organization, by default the provider. */
export function placedFields(places: Places, provider: string): ReadableField[] {
  return [
    {
      name: "site",
      label: "Site",
      titles: [],
      is_key: false,
      creates: "sites",
      read: (text, line) => readSite(text, line, { places, provider }),
    },
    {
      name: "station_tags",
      label: "Tags",
      titles: [],
      is_key: false,
      read: (text, line) => readTags(text, line, { places, provider }),
    },
  ];
}

type In = { places: Places; provider: string };

function readSite(text: string, { values, creates }: ReadWith, { places, provider }: In): Reading {
  const name = text.trim();
  if (name === "") return { value: null };
  const organization = organizationIn(values, provider);
  const found = places.siteOf(organization, name);
  if (found) return { value: found.name };
  if (!creates) return { problem: `${organization} has no site “${name}”.` };
  const reading = readBy(newSite.shape.name)(text);
  if ("problem" in reading) return reading;
  if (places.canHave(organization, name)) return { ...reading, created: true };
  return { problem: `An organization has at most ${SITES_MAX.toLocaleString("en-US")} sites.` };
}

/** Reads all tags of a station, as in `beta;coastal`, or those that it gets and loses, as in `+beta;-coastal`. */
function readTags(text: string, { saved, values }: ReadWith, { places, provider }: In): Reading {
  const written = text.split(";").map((tag) => tag.trim().replace(/^'/, "").toLowerCase());
  const cells = written.filter((tag) => tag !== "");
  const signed = cells.filter((tag) => tag.startsWith("+") || tag.startsWith("-"));
  if (signed.length > 0 && signed.length < cells.length) {
    return { problem: "Begin each tag with + or -, or none of them." };
  }
  const organization = organizationIn(values, provider);
  const before = new Set(
    isMoved(saved, values) ? keptTags(saved, { places, provider }) : tagsIn(saved["station_tags"]),
  );
  const names = signed.length > 0 ? signed.map((tag) => tag.slice(1)) : cells;
  const unknown = names.find((name) => !before.has(name) && places.tagOf(organization, name) === undefined);
  if (unknown !== undefined) return { problem: `There is no tag “${unknown}” for stations of ${organization}.` };
  const after = new Set(signed.length > 0 ? before : cells);
  for (const tag of signed) {
    if (tag.startsWith("+")) after.add(tag.slice(1));
    else after.delete(tag.slice(1));
  }
  const isStaff = (name: string) => places.tagOf(organization, name) === "staff";
  const staff = [...after].filter(isStaff).length;
  if (Math.max(staff, after.size - staff) > STATION_TAGS_MAX) {
    return { problem: `A station has at most ${STATION_TAGS_MAX} tags.` };
  }
  return { value: [...after].toSorted().join(";") };
}

/** Values with what a move ends: the site, and the tags that are not the provider's. */
export function withMove({ values: saved }: ExistingItem, values: ImportValues, options: In): ImportValues {
  if (!isMoved(saved ?? {}, values)) return values;
  return { site: null, station_tags: keptTags(saved ?? {}, options).join(";"), ...values };
}

function isMoved(saved: ImportValues, values: ImportValues): boolean {
  const to = values["organization_name"];
  return to !== undefined && saved["organization_name"] !== undefined && to !== saved["organization_name"];
}

function keptTags(saved: ImportValues, { places, provider }: In): string[] {
  const organization = organizationIn(saved, provider);
  return tagsIn(saved["station_tags"]).filter((name) => places.tagOf(organization, name) === "staff");
}

export function organizationIn(values: ImportValues, provider: string): string {
  return String(values["organization_name"] ?? provider);
}

/** The names of tags in a value. */
export function tagsIn(value: ImportValues[string] | undefined): string[] {
  return typeof value === "string" && value !== "" ? value.split(";") : [];
}

/** The sites and tags that lines of stations give to them or take from them. */
export function namedIn(lines: readonly JudgedLine[]) {
  const valuesOf = (name: string) =>
    lines.flatMap(({ changes }) =>
      changes.flatMap(({ field, from, to }) => (field === name ? [from, to] : [])).filter((one) => one !== null),
    );
  return {
    sites: [...new Set(valuesOf("site").map(String))],
    tags: [...new Set(valuesOf("station_tags").flatMap(tagsIn))],
    removes: lines.some(({ changes }) => changes.some(({ created }) => created === true)),
  };
}
