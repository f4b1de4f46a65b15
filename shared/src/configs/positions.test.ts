import { expect, test } from "vitest";
import { builtInStationTypes } from "../station-types/index.ts";
import { categorize, describePosition, positionLines } from "./categories.ts";
import { expandedLength, expandPositions } from "./positions.ts";
import { sampleConfig } from "../../test/sample-config.ts";

const { atlas } = builtInStationTypes;

test("a position and its offset add up", () => {
  const config = sampleConfig({ positions: { A: 100, B: 0.1, C: 5 }, offsets: { A: -7, B: 0.2, D: 4 } });
  expect(Object.fromEntries(expandPositions(config, 6))).toEqual({
    A: { position: 100, offset: -7, sum: 93 },
    B: { position: 0.1, offset: 0.2, sum: 0.3 },
    C: { position: 5, offset: null, sum: 5 },
    D: { position: null, offset: 4, sum: null },
  });
});

// @spec 112.12
test("BattX expands to six entries, or to the longest array seen", () => {
  const short = sampleConfig({ positions: { BattX: [10, 20] }, offsets: { BattX: [1] } });
  const long = sampleConfig({ positions: { BattX: [1, 2, 3, 4, 5, 6, 7, 8] } });
  expect(expandedLength([])).toBe(6);
  expect(expandedLength([short])).toBe(6);
  expect(expandedLength([short, long])).toBe(8);
  const expanded = expandPositions(short, 6);
  expect([...expanded.keys()]).toEqual(["BattX-1", "BattX-2", "BattX-3", "BattX-4", "BattX-5", "BattX-6"]);
  expect(expanded.get("BattX-1")).toEqual({ position: 10, offset: 1, sum: 11 });
  expect(expanded.get("BattX-2")).toEqual({ position: 20, offset: null, sum: 20 });
  expect(expanded.get("BattX-3")).toEqual({ position: null, offset: null, sum: null });
});

test("a single offset applies to every entry of a position", () => {
  const config = sampleConfig({ positions: { BattX: [10, 20] }, offsets: { BattX: 5 } });
  expect([...expandPositions(config, 2).values()].map(({ sum }) => sum)).toEqual([15, 25]);
});

test("a position may have the name of an object's built-in property", () => {
  const config = sampleConfig({ positions: JSON.parse('{"__proto__": 1, "constructor": 2}'), offsets: {} });
  expect(expandPositions(config, 6).get("constructor")).toEqual({ position: 2, offset: null, sum: 2 });
  expect(expandPositions(sampleConfig({ positions: { a: 1 } }), 6).has("toString")).toBe(false);
});

test("categories come in the order of the type, the rest is uncategorized", () => {
  const names = ["Zeta", "BattX-2", "BattX-1", "PadUp", "GantryYHome", "Alpha"];
  expect(categorize(names, atlas)).toEqual([
    { title: "Gantry Y", names: ["GantryYHome"] },
    { title: "Charger", names: ["BattX-1", "BattX-2"] },
    { title: "Pad", names: ["PadUp"] },
    { title: "Uncategorized", names: ["Alpha", "Zeta"] },
  ]);
});

// @spec 162.1
test("a position is described for its hardware version", () => {
  expect(describePosition("BattX-3", atlas, null)).toEqual({
    label: "Battery 3",
    description: "Where the gripper stands above each charger slot.",
    subtext: "One value a slot, counted from the door side.",
  });
  expect(describePosition("BattX-3", atlas, 4).subtext).toBe("One value a slot, counted from the door side.");
  expect(describePosition("BattX-3", atlas, 5).subtext).toBe("One value a slot, counted from the service hatch.");
  expect(describePosition("PadDown", atlas, 5).subtext).toBe("Both pad motors read alike.");
  expect(describePosition("Made-Up-7", atlas, 5)).toEqual({ label: "Made-Up-7", description: "", subtext: "" });
});

// @spec 105.3
test("the Config tab lists position + offset = sum by category", () => {
  const config = sampleConfig({ positions: { PadUp: 900, Extra: 1 }, offsets: { PadUp: 5 } });
  expect(positionLines(config, atlas, null)).toEqual([
    {
      title: "Pad",
      lines: [
        {
          name: "PadUp",
          label: "Pad Up",
          description: "The pad is level with the roof line, ready for landing.",
          subtext: "",
          position: 900,
          offset: 5,
          sum: 905,
        },
      ],
    },
    {
      title: "Uncategorized",
      lines: [{ name: "Extra", label: "Extra", description: "", subtext: "", position: 1, offset: null, sum: 1 }],
    },
  ]);
});
