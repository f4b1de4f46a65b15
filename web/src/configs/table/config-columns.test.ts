import { configColumns, configRows } from "@groundcrew/shared/configs";
import { builtInStationTypes } from "@groundcrew/shared/station-types";
import { expect, test } from "vitest";
import { sampleConfig } from "../../../../shared/test/sample-config.ts";
import { sampleStation } from "../../../../shared/test/sample-station.ts";
import { configCsv } from "./config-columns.ts";

test("the titles of positions in the file mention the offset", () => {
  const config = sampleConfig({ positions: { PadUp: 900 }, offsets: { PadUp: 5 } });
  const rows = configRows([{ station: sampleStation(), configs: [config] }]);
  const columns = configColumns(rows, "atlas", { ...builtInStationTypes.atlas, unit_configs: {} });
  const csvColumns = columns.filter(({ key }) => ["serial_number", "position:PadUp"].includes(key));
  expect(configCsv(csvColumns, rows).split("\r\n")).toEqual([
    "\uFEFFSerial Number,PadUp (position + offset)",
    `${rows[0]?.station.serial_number ?? ""},905`,
    "",
  ]);
});

test("the file has the full titles of unit configs, and explains that TRUE means disabled", () => {
  const title = "A title of many letters";
  const stations = [true, false].map((value, index) => ({
    station: { ...sampleStation(), name: `gc-00000000000${index}` },
    configs: [sampleConfig({ unit_configs: [value] })],
  }));
  const rows = configRows(stations);
  const columns = configColumns(rows, "atlas", {
    ...builtInStationTypes.atlas,
    unit_configs: { 1: { title, description: "", recommended_if: [] } },
  });
  const csvColumns = columns.filter(({ kind }) => kind === "unit_config");
  const [head, ...cells] = configCsv(csvColumns, rows).split("\r\n");
  expect(head).toBe(`\uFEFFUC 1: ${title} (TRUE = disabled)`);
  expect(cells.slice(0, 2).toSorted()).toEqual(["FALSE", "TRUE"]);
});
