import * as fc from "fast-check";
import { expect, test } from "vitest";
import { sampleStation } from "../../../test/sample-station.ts";
import { siteText, sitesOf } from "./sites.ts";

const at = (lat: number) => ({ lat, lng: 10, street_address: null });

test("the site that stations were given goes before where they are", () => {
  const site = { site_id: 3, site_name: "Doca 1" };
  const stations = [
    sampleStation({ name: "gc-1", location: at(50), ...site }),
    sampleStation({ name: "gc-2", location: at(-50), ...site }),
    sampleStation({ name: "gc-3", location: at(50), location_deployment: "Doca 1" }),
  ];
  const sites = sitesOf(stations);
  expect(sites.get("gc-1")).toMatchObject({ name: "gc-1", place: "Doca 1", stations: ["gc-1", "gc-2"] });
  expect(sites.get("gc-2")).toBe(sites.get("gc-1"));
  expect(sites.get("gc-3")?.stations).toEqual(["gc-3"]);
});

test("every station is at one site, with stations of its organization only", () => {
  const station = fc.record({
    org_id: fc.constantFrom(1, 2),
    location_deployment: fc.constantFrom("", "Yard", "yard "),
    location: fc.constantFrom(null, at(50), at(50.001), at(51)),
    given: fc.constantFrom(null, 1, 2),
  });
  fc.assert(
    fc.property(fc.array(station, { maxLength: 12 }), (records) => {
      const stations = records.map(({ given, org_id, ...rest }, index) => {
        const site = given === null ? {} : { site_id: org_id * 10 + given, site_name: `Site ${given}` };
        return sampleStation({ name: `gc-${index}`, org_id, ...rest, ...site });
      });
      const sites = new Set(sitesOf(stations).values());
      expect([...sites].flatMap((site) => site.stations).toSorted()).toEqual(
        stations.map(({ name }) => name).toSorted(),
      );
      for (const { orgId, stations: names } of sites) {
        const members = stations.filter(({ name }) => names.includes(name));
        expect(members.every(({ org_id }) => org_id === orgId)).toBe(true);
        expect(new Set(members.map(({ site_id }) => site_id)).size).toBe(1);
      }
    }),
  );
});

test("people call a station's place by its site, or else by its deployment location", () => {
  expect(siteText({ site_name: "Doca 1", location_deployment: "Pier" })).toBe("Doca 1");
  expect(siteText({ location_deployment: " Pier " })).toBe("Pier");
  expect(siteText({ location_deployment: " " })).toBeNull();
});
