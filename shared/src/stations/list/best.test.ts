import * as fc from "fast-check";
import { expect, test } from "vitest";
import { sampleStation } from "../../../test/sample-station.ts";
import { bestStations } from "./best.ts";
import { haystackOf } from "./search.ts";

const word = fc.constantFrom("atlas", "roof", "Atlas 1", "zz", "b atlas", "");
const station = fc.record({ serial_number: word, description: word, number: fc.nat(99) });

test("the first five stations are those that sorting all by rank and text gives", () => {
  const query = "atlas";
  fc.assert(
    fc.property(fc.array(station, { maxLength: 20 }), (made) => {
      const stations = made.map(({ serial_number, description, number }, at) =>
        sampleStation({ name: `gc-${at}`, serial_number, description, location_deployment: `${number} ${at}` }),
      );
      const textOf = (one: (typeof stations)[number]) => haystackOf(one).rest;
      const rank = ({ serial_number }: (typeof stations)[number]) => {
        const title = serial_number.toLowerCase();
        return title === query ? 0 : title.startsWith(query) ? 1 : title.includes(query) ? 2 : 3;
      };
      const sorted = stations.toSorted((a, b) => rank(a) - rank(b) || (textOf(a) < textOf(b) ? -1 : 1));
      expect(bestStations(stations, { query, textOf, count: 5 })).toEqual(sorted.slice(0, 5));
    }),
  );
});
