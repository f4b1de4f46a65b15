import { emptyAsNull } from "@groundcrew/shared/lib";
import type { Reading } from "@groundcrew/shared/imports";
import {
  newSite,
  newTag,
  SITE_RADIUS_M,
  siteRecord,
  SITES_MAX,
  TAGS_MAX,
  tagMeaning,
  tagName,
} from "@groundcrew/shared/sites";
import type { z } from "zod";
import { problemsIn, readBy } from "./kind.ts";
import { ownedKind } from "./owned.ts";

const field = { titles: [], is_key: false };
const site = newSite.shape;

/** Sites, by their names and organizations. */
export const sitesKind = ownedKind({
  table: "sites",
  noun: "site",
  max: SITES_MAX,
  ignoresCase: true,
  ignored: ["Stations", "Online"],
  name: { name: "name", label: "Site", titles: [], is_key: true, read: readBy(site.name) },
  fields: [
    { ...field, name: "place", label: "Place", read: readBy(site.place) },
    { ...field, name: "lat", label: "Latitude", read: readNumber(site.lat) },
    { ...field, name: "lng", label: "Longitude", titles: ["Lon"], read: readNumber(site.lng) },
    {
      ...field,
      name: "radius_m",
      label: "Radius (m)",
      titles: ["Radius"],
      read: readNumber(site.radius_m, SITE_RADIUS_M.usual),
    },
    { ...field, name: "time_zone", label: "Time Zone", read: readBy(emptyAsNull(siteRecord.shape.time_zone.unwrap())) },
    { ...field, name: "note", label: "Note", read: readBy(site.note) },
  ],
  numbers: ["lat", "lng", "radius_m"],
  schema: newSite,
  actions: { add: "createSites", change: "changeSite", remove: "deleteSite" },
  usedOf: (row) => ({ site: row }),
});

/** Tags of stations, by their names and organizations. Renaming one is a merge, which is done by hand. */
export const stationTagsKind = ownedKind({
  table: "station_tags",
  noun: "station tag",
  max: TAGS_MAX,
  ignored: ["Stations"],
  name: { name: "name", label: "Tag", titles: [], is_key: true, read: readBy(tagName) },
  fields: [
    { ...field, name: "meaning", label: "Meaning", read: readMeaning },
    { ...field, name: "note", label: "Note", read: readBy(newTag.shape.note) },
  ],
  numbers: [],
  schema: newTag,
  actions: { add: "createStationTag", change: "changeStationTag", remove: "deleteStationTag" },
  usedOf: (row) => ({ tag: row }),
});

/** Reads a number by the schema of its form. An empty cell is `empty`. */
function readNumber(schema: z.ZodType<number | null>, empty: number | null = null): (text: string) => Reading {
  return (text) => {
    const written = text.trim();
    const { data, error } = schema.safeParse(written === "" ? empty : Number(written));
    return error ? { problem: problemsIn(error) } : { value: data === null ? null : String(data) };
  };
}

function readMeaning(text: string): Reading {
  const { data } = tagMeaning.safeParse(text.trim().toLowerCase() || "plain");
  return data ? { value: data } : { problem: "A tag is plain or a caution." };
}
