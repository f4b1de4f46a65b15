import * as fc from "fast-check";
import { expect, test } from "vitest";
import { builtInStationTypes } from "../station-types/index.ts";
import { sampleStation } from "../../test/sample-station.ts";
import { columnHighlighter, configColumns } from "./columns.ts";
import type { HighlightMode } from "./compare.ts";
import { hiddenAtFirst, hiddenColumnsFromQuery, hiddenColumnsToQuery, shownColumns } from "./hidden-columns.ts";
import { configRows, type ConfigRow } from "./rows.ts";
import { sampleConfig } from "../../test/sample-config.ts";

const newer = sampleConfig({
  version_api: "4.3.0",
  positions: { PadUp: 900, PadDown: 0, BattX: [1, 2] },
  offsets: { PadUp: 5 },
  unit_configs: Array.from({ length: 128 }, (_, i) => i === 3),
});
const older = { ...newer, created: "2026-04-01T00:00:00.000Z", version_api: "4.2.0", offsets: { PadUp: 6 } };
const station = sampleStation({ description: "north" });
const rows = configRows([
  { station, configs: [newer, older] },
  { station: sampleStation({ name: "gc-b", serial_number: "Atlas 0002" }), configs: [] },
]);
const columns = configColumns(rows, "atlas", builtInStationTypes.atlas);
const column = (key: string) => columns.filter((column) => column.key === key);
const highlights = (key: string, rows: ConfigRow[], mode: HighlightMode) =>
  column(key).flatMap((column) => rows.map((_, index) => columnHighlighter(column, rows, mode)(index)));
const cells = (key: string) => column(key).flatMap(({ cellOf }) => rows.map(cellOf));

test("columns come in groups: station, positions by category, unit configs, streaming", () => {
  expect([...new Set(columns.map(({ group }) => group))]).toEqual([
    "Station",
    "Charger",
    "Pad",
    "Unit Configs",
    "Streaming",
  ]);
  expect(new Set(columns.map(({ key }) => key)).size).toBe(columns.length);
});

// @spec 160.2
test("a cell contains the sum, or nothing for a station without configuration", () => {
  expect(cells("position:PadUp")).toEqual([905, 906, undefined]);
  expect(cells("position:BattX-6")).toEqual([null, null, undefined]);
  expect(cells("unit_config:4")).toEqual([true, true, undefined]);
  expect(cells("turn_url")).toEqual([null, null, undefined]);
});

// @spec 112.13
test("long titles of unit configs are cut in the header and complete in its description", () => {
  expect(column("unit_config:4")).toMatchObject([
    {
      title: "Left Lat Sta…",
      description: "UC 4: Left Lat Stall Detection: Stops the left lateral arm when it meets resistance.",
    },
  ]);
  expect(column("unit_config:90")).toMatchObject([{ title: "UC 90", isUsed: false }]);
});

// @spec 112.4
test("only the version columns of the Station group are highlighted", () => {
  const changed = (key: string) => column(key).map(() => highlights(key, rows, "changed_vs_next"));
  expect(changed("version_api")).toEqual([[true, false, false]]);
  expect(changed("serial_number")).toEqual([[false, false, false]]);
  expect(changed("position:PadUp")).toEqual([[true, false, false]]);
});

test("the most common value is that of the rows that are shown, older revisions included", () => {
  const withVersions = (name: string, versions: string[]) => ({
    station: sampleStation({ name }),
    configs: versions.map((version_api, i) => ({ ...newer, version_api, created: `2026-04-0${9 - i}T00:00:00.000Z` })),
  });
  const all = configRows([
    withVersions("gc-a", ["5", "4", "4", "4"]),
    withVersions("gc-b", ["5"]),
    withVersions("gc-c", ["6", "4"]),
  ]);
  const highlighted = (rows: ConfigRow[]) => [highlights("version_api", rows, "modal")];
  expect(highlighted(all)).toEqual([[true, false, false, false, true, true, false]]);
  expect(highlighted(all.slice(0, 4))).toEqual([[true, false, false, false]]);
});

// @spec 112.11
test("description and timestamp are hidden by default", () => {
  expect([...hiddenAtFirst(columns)]).toEqual(["description", "timestamp"]);
});

// @spec 112.3
test("identical columns and unused unit configs are visible only on request", () => {
  const keys = (options: { showUniform: boolean; showUnused: boolean }, visibleRows = rows) =>
    shownColumns(columns, visibleRows, { hidden: hiddenAtFirst(columns), ...options }).map(({ key }) => key);
  const few = keys({ showUniform: false, showUnused: false });
  expect(few).toEqual(["serial_number", "name", "version_api", "version_firmware", "position:PadUp"]);
  const uniform = keys({ showUniform: true, showUnused: false });
  expect(uniform).toContain("position:PadDown");
  expect(uniform).toContain("unit_config:127");
  expect(uniform).not.toContain("unit_config:100");
  expect(keys({ showUniform: true, showUnused: true })).toContain("unit_config:100");
  expect(keys({ showUniform: false, showUnused: false }, rows.slice(0, 1))).toContain("position:PadDown");
});

// @spec 112.2
test("only groups that differ from the default are in the query, empty ones included", () => {
  expect(hiddenColumnsToQuery(columns, hiddenAtFirst(columns))).toEqual({});
  const padOff = new Set([...hiddenAtFirst(columns), "position:PadUp", "position:PadDown"]);
  expect(hiddenColumnsToQuery(columns, padOff)).toEqual({ "ssot-pad": "" });
  expect(hiddenColumnsFromQuery(columns, { "ssot-pad": "position:PadUp,other" })).toEqual(
    new Set([...hiddenAtFirst(columns), "position:PadDown"]),
  );
});

// @spec 112.2
test("hidden columns survive a round trip through a link", () => {
  const some = fc.uniqueArray(fc.constantFrom("a", "b,c", "d%2C", "%", "description"), { minLength: 1 });
  fc.assert(
    fc.property(some, fc.array(fc.nat(5)), (keys, hiddenAt) => {
      const columns = keys.map((key, i) => ({ key, group: i % 2 ? "One Two" : "Three" }));
      const hidden = new Set(hiddenAt.flatMap((i) => keys[i] ?? []));
      expect(hiddenColumnsFromQuery(columns, hiddenColumnsToQuery(columns, hidden))).toEqual(hidden);
    }),
  );
});
