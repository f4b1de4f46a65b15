import * as fc from "fast-check";
import { expect, test } from "vitest";
import { compilePlaces, hasPlaces, NO_SITE } from "./places.ts";

const TAGS = ["beta", "coastal", "crane-nearby"];
const station = fc.record(
  { site_id: fc.integer({ min: 1, max: 3 }), tags: fc.subarray(TAGS, { minLength: 1 }) },
  { requiredKeys: [] },
);
const places = fc.record({
  site: fc.subarray(["1", "2", NO_SITE]),
  tags: fc.subarray(TAGS),
  tagsNot: fc.subarray(TAGS),
});

test("a station is listed if it is at one of the sites, with one of the tags, and with none of the others", () => {
  fc.assert(
    fc.property(station, places, ({ site_id, tags = [] }, { site, tags: any, tagsNot }) => {
      const isAtSite = site.length === 0 || site.includes(site_id === undefined ? NO_SITE : String(site_id));
      const hasTag = any.length === 0 || any.some((tag) => tags.includes(tag));
      const isLeftOut = tagsNot.some((tag) => tags.includes(tag));
      const isListed = compilePlaces({ site, tags: any, tagsNot });
      expect(isListed({ ...(site_id && { site_id }), ...(tags.length > 0 && { tags }) })).toBe(
        isAtSite && hasTag && !isLeftOut,
      );
    }),
  );
});

test("all stations are listed unless a site or a tag is chosen", () => {
  fc.assert(
    fc.property(station, places, (one, chosen) => {
      fc.pre(!hasPlaces(chosen));
      expect(compilePlaces(chosen)(one)).toBe(true);
    }),
  );
});
