import * as fc from "fast-check";
import { haystackOf } from "@groundcrew/shared/stations";
import { IconList } from "@tabler/icons-react";
import { expect, test } from "vitest";
import { sampleStation } from "../../../shared/test/sample-station.ts";
import { bestStations, markedParts, matchingItems, typedQuery, visibleSections, type Item } from "./sections.ts";

const item = (label: string, about = ""): Item => ({
  id: label,
  icon: IconList,
  label,
  about,
  effect: { kind: "page", href: "/" },
});

// @spec R5.2
test("whatever arrives in whatever order is listed below everything that was listed before", () => {
  const sizes = fc.array(fc.nat(3), { minLength: 1, maxLength: 6 });
  const cases = sizes.chain((counts) =>
    fc.record({
      counts: fc.constant(counts),
      order: fc.shuffledSubarray([...counts.keys()], { minLength: counts.length }),
    }),
  );
  fc.assert(
    fc.property(cases, ({ counts, order }) => {
      const listed = (arrived: ReadonlySet<number>) =>
        visibleSections(
          counts.map((count, at) => ({
            label: `${at}`,
            items: arrived.has(at) ? Array.from({ length: count }, (_, nth) => item(`${at}.${nth}`)) : [],
            isSearching: !arrived.has(at),
          })),
        ).flatMap(({ items }) => items.map(({ id }) => id));
      let before: string[] = [];
      for (const [nth] of order.entries()) {
        const now = listed(new Set(order.slice(0, nth + 1)));
        expect(now.slice(0, before.length)).toEqual(before);
        before = now;
      }
      expect(before).toHaveLength(counts.reduce((sum, count) => sum + count, 0));
    }),
  );
});

test.each([
  ["", null, ""],
  [" roof ", null, "roof"],
  ["> take", "actions", "take"],
  [">", "actions", ""],
  ["#412", "entries", "412"],
  ["# belt worn", "entries", "belt worn"],
])("%j is a query of only %s", (text, only, query) => {
  expect(typedQuery(text)).toEqual({ only, query });
});

test("an item has each word of a query in its label or what is said about it, in any case and without accents", () => {
  const items = [item("Audit Log", "Manage"), item("Support Log"), item("Übersicht")];
  const found = (query: string) => matchingItems(items, query).map(({ label }) => label);
  expect(found("log")).toEqual(["Audit Log", "Support Log"]);
  expect(found("LOG man")).toEqual(["Audit Log"]);
  expect(found("ubersicht")).toEqual(["Übersicht"]);
  expect(found("log x")).toEqual([]);
});

test.each([
  ["Open roof", "ROOF", ["Open ", "roof", ""]],
  ["Malmö harbor", "malmo", ["", "Malmö", " harbor"]],
  ["Open roof", "door", null],
  ["Open roof", "", null],
  // Its folded text is longer.
  ["Große roof", "roof", null],
])("%j with %j is %j", (text, query, parts) => {
  expect(markedParts(text, query)).toEqual(parts);
});

test("the parts of a marked text are the text", () => {
  const texts = fc.string({ unit: fc.constantFrom("a", "B", "ö", "ß", " ") });
  fc.assert(
    fc.property(texts, texts, (text, query) => {
      expect((markedParts(text, query) ?? [text]).join("")).toBe(text);
    }),
  );
});

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
      expect(bestStations(stations, query, textOf)).toEqual(sorted.slice(0, 5));
    }),
  );
});
