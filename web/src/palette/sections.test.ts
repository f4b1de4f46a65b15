import * as fc from "fast-check";
import { IconList } from "@tabler/icons-react";
import { expect, test } from "vitest";
import { markedParts, matchingItems, typedQuery, visibleSections, type Item } from "./sections.ts";

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
