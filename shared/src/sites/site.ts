import { z } from "zod";
import { between, idOf, isTimeZone, lineOf, orgId, textOf, wholeBetween } from "../lib/index.ts";
import { stationName } from "../telemetry/index.ts";
import { useCounts } from "./uses.ts";

/** The number of a site. */
export const siteId = idOf("There is no such site.");
/** The most sites of an organization. */
export const SITES_MAX = 2_000;
/** The most sites, and the most tags, of a list. Lists of all organizations are cut after these. */
export const PLACES_LISTED_MAX = 10_000;
/** The most sites that are created at once, and the most stations that a new one gets. */
export const NEW_SITES_MAX = 200;
export const NEW_SITE_STATIONS_MAX = 2_000;
/** The most characters of a site's name. */
export const SITE_NAME_MAX = 60;
/** How far from its coordinates a site reaches (m). */
export const SITE_RADIUS_M = { usual: 500, min: 50, max: 5_000 } as const;

const siteFields = {
  /** Unique in its organization, whatever the case. */
  name: lineOf(SITE_NAME_MAX, "Enter a name."),
  /** Where it is, in words. */
  place: lineOf(120),
  lat: between(-90, 90, "°").nullable(),
  lng: between(-180, 180, "°").nullable(),
  radius_m: wholeBetween(SITE_RADIUS_M.min, SITE_RADIUS_M.max, " meters"),
  /** Null if nobody has chosen one. */
  time_zone: z.string().max(60).refine(isTimeZone, "Choose a time zone, such as America/Los_Angeles.").nullable(),
  note: textOf(500),
};

/** Of a change, one of them alone is neither set nor removed. */
const hasBoth = ({ lat, lng }: { lat?: number | null | undefined; lng?: number | null | undefined }) =>
  (lat === undefined) === (lng === undefined) && (lat === null) === (lng === null);
const BOTH = { message: "Enter latitude and longitude, or neither.", path: ["lng"] };

/** A new site. `stations` get it as theirs. */
export const newSite = z
  .strictObject({
    ...siteFields,
    place: siteFields.place.default(""),
    lat: siteFields.lat.default(null),
    lng: siteFields.lng.default(null),
    radius_m: siteFields.radius_m.default(SITE_RADIUS_M.usual),
    time_zone: siteFields.time_zone.default(null),
    note: siteFields.note.default(""),
    /** Its organization; by default the caller's. Only admins can name another one. */
    org_id: orgId.optional(),
    stations: z.array(stationName).max(NEW_SITE_STATIONS_MAX, "Choose at most 2,000 stations.").default([]),
  })
  .refine(hasBoth, BOTH);
export type NewSite = z.output<typeof newSite>;

/** New sites: all of them or none. */
export const newSites = z.strictObject({
  sites: z.array(newSite).min(1, "Choose at least one site.").max(NEW_SITES_MAX),
});

/** The fields of a site that change. `rev` is the revision that the caller has seen. */
export const siteEdit = z.strictObject({ ...z.object(siteFields).partial().shape, rev: z.int() }).refine(hasBoth, BOTH);
export type SiteEdit = z.output<typeof siteEdit>;

/** A station that is not within the radius of its site, and how far from it (m). */
const farStation = z.object({ station: stationName, serial_number: z.string(), distance_m: z.int() });

/** A site: where stations of an organization are. `rev` changes with each change. */
export const siteRecord = z.object({
  id: siteId,
  org_id: orgId,
  organization: z.string(),
  ...siteFields,
  rev: z.int(),
});
export type SiteRecord = z.output<typeof siteRecord>;

/**
 * A site with figures: `stations` counts those that have it and are not retired, `online` those of them whose link is up; `far` are the five that are
 * farthest beyond its radius, and `far_count` counts all there.
 */
export const site = siteRecord.extend({
  stations: z.int(),
  online: z.int(),
  far: z.array(farStation),
  far_count: z.int(),
  ...useCounts.shape,
});
export type Site = z.output<typeof site>;

/**
 * A site that could be created for stations without one, which are at the same place. `location` is what their deployment locations have in common,
 * empty for none: `name` comes from it, but is shorter or has a number where it has to. `apart_m` is the largest distance of two of the first
 * 100; null if they have the same deployment location, but no coordinates.
 */
export const siteSuggestion = z.object({
  org_id: orgId,
  organization: z.string(),
  name: z.string(),
  location: z.string(),
  lat: z.number().nullable(),
  lng: z.number().nullable(),
  apart_m: z.int().nullable(),
  /** The zone at its coordinates; null without coordinates. */
  time_zone: z.string().nullable(),
  stations: z.array(z.object({ name: stationName, serial_number: z.string() })),
});
export type SiteSuggestion = z.output<typeof siteSuggestion>;
