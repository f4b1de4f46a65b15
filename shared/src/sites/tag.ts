import { z } from "zod";
import { idOf, lineOf, orgId } from "../lib/index.ts";
import { stationName } from "../telemetry/index.ts";
import { siteId } from "./site.ts";
import { useCounts } from "./uses.ts";

/** The number of a station tag. */
export const tagId = idOf("There is no such tag.");
/** The most tags of an organization, and of a station. */
export const TAGS_MAX = 200;
export const STATION_TAGS_MAX = 20;
/** The most stations whose site and tags are changed at once. */
export const PLACED_STATIONS_MAX = 2_000;

/** The name of a station tag. */
export const tagName = z
  .string()
  .regex(/^[a-z0-9_.-]{1,30}$/, "Use 1 to 30 characters from a-z, 0-9, -, _ and period.");

/** The meaning of a tag: nothing in particular, or that people have to be careful with the station. */
export const tagMeaning = z.enum(["plain", "caution"]);

const tagFields = {
  /** Unique in its organization. */
  name: tagName,
  meaning: tagMeaning,
  note: lineOf(120),
};

/** A new tag of an organization, by default the caller's. Only admins can name another one. */
export const newTag = z.strictObject({
  name: tagName,
  meaning: tagMeaning.default("plain"),
  note: tagFields.note.default(""),
  org_id: orgId.optional(),
});
export type NewTag = z.output<typeof newTag>;

/** The fields of a tag that change. `rev` is the revision that the caller has seen. */
export const tagEdit = z.strictObject({ ...z.object(tagFields).partial().shape, rev: z.int() });
export type TagEdit = z.output<typeof tagEdit>;

/** The tag of the same organization that stations and rules get instead. */
export const tagMerge = z.strictObject({ into: tagId, rev: z.int() });

/** A tag of stations. Those of the provider are for any station and seen by admins only; those of a customer are for its own stations. */
export const tagRecord = z.object({
  id: tagId,
  org_id: orgId,
  organization: z.string(),
  /** True for a tag of the provider, which any station can have. */
  is_staff: z.boolean(),
  ...tagFields,
  rev: z.int(),
});
export type TagRecord = z.output<typeof tagRecord>;

/** A tag with the numbers of stations that have it and are not retired, and of what uses it. */
export const stationTag = tagRecord.extend({ stations: z.int(), ...useCounts.shape });
export type StationTag = z.output<typeof stationTag>;

const tagNames = z.array(tagName).max(TAGS_MAX);

/**
 * A change of the site and tags of some stations. `site_id` null leaves them without a site; without the field they keep theirs. A tag to add is the one of the station's
 * organization, or else the provider's, which only admins can use.
 */
export const placement = z
  .strictObject({
    stations: z
      .array(stationName)
      .min(1, "Choose at least one station.")
      .max(PLACED_STATIONS_MAX, "Choose at most 2,000 stations.")
      .refine((names) => new Set(names).size === names.length, "Name each station once."),
    site_id: siteId.nullable().optional(),
    add_tags: tagNames.default([]),
    remove_tags: tagNames.default([]),
  })
  .refine(({ add_tags, remove_tags }) => !add_tags.some((name) => remove_tags.includes(name)), {
    message: "A tag cannot be both added and removed.",
    path: ["remove_tags"],
  });
export type Placement = z.output<typeof placement>;
