import * as fc from "fast-check";
import { COMPARISONS } from "@groundcrew/shared/configs";
import { expect, test } from "vitest";
import { forAnotherType, tableView, validFilters } from "./table-settings.ts";

const filter = fc.record({
  position: fc.string(),
  comparison: fc.constantFrom(...COMPARISONS),
  value: fc.string(),
});

test("settings survive a round trip through a link, including incomplete filters", () => {
  const settings = fc.record({
    mode: fc.constantFrom("modal" as const, "changed_vs_next" as const),
    showUniform: fc.boolean(),
    showUnused: fc.boolean(),
    newestOnly: fc.boolean(),
    filters: fc.array(filter, { maxLength: 4 }),
  });
  fc.assert(
    fc.property(settings, (original) => {
      const address = new URLSearchParams(tableView.write(original)).toString();
      expect(tableView.read(Object.fromEntries(new URLSearchParams(address)))).toEqual(original);
    }),
  );
});

test("default settings are not in the address, and invalid values there are ignored", () => {
  expect(tableView.write(tableView.read({}))).toEqual({});
  const invalid = { "config-highlight": "most", "config-filters": "A:%E0%A4:3,B,:≤:", "config-identical": "yes" };
  expect(tableView.read(invalid)).toEqual({
    mode: "modal",
    showUniform: false,
    showUnused: false,
    newestOnly: false,
    filters: [{ position: "", comparison: "≤", value: "" }],
  });
});

test.each([
  ["", []],
  ["  ", []],
  ["abc", []],
  ["-12.5", [-12.5]],
  ["0", [0]],
])("a filter of the value %j compares with %j", (value, expected) => {
  const ready = validFilters([{ position: "PadUp", comparison: "≤", value }]);
  expect(ready.map((filter) => filter.value)).toEqual(expected);
});

test("another station type has other positions, so their filters and hidden columns are dropped", () => {
  const query = { "ssot-station": "name", "ssot-pad": "", "config-unused": "1", "config-filters": "PadUp:≤:1" };
  expect(forAnotherType(query)).toEqual({ "ssot-station": "name", "config-unused": "1" });
});
