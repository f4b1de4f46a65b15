import { numberInQuery } from "../lib/index.ts";
import { siteId } from "./site.ts";
import { tagName } from "./tag.ts";

/**
 * The stations of a report by where they are now: at a site, with a tag, or both. A site that the caller may not see, or of another organization than the
 * one asked for, is a 404. A tag that the caller may not see is at no station.
 */
export const placeInQuery = { site: numberInQuery.pipe(siteId).optional(), tag: tagName.optional() };

/** A note for readers of a report of some stations. */
export const PLACE_NOTE = "Stations are counted under the site and tags that they have now, also for earlier days.";
