import { configColumns, configRows } from "@groundcrew/shared/configs";
import { builtInStationTypes } from "@groundcrew/shared/station-types";
import { expect, test } from "vitest";
import { sampleConfig } from "../../../../shared/test/sample-config.ts";
import { sampleStation } from "../../../../shared/test/sample-station.ts";
import { configCsv } from "./config-csv.ts";

test("the file says of a position that its offset is added", () => {
  const config = sampleConfig({ positions: { PadUp: 900 }, offsets: { PadUp: 5 } });
  const rows = configRows([{ station: sampleStation(), configs: [config] }]);
  const columns = configColumns(rows, "atlas", { ...builtInStationTypes.atlas, unit_configs: {} });
  const shown = columns.filter(({ key }) => ["serial_number", "position:PadUp"].includes(key));
  expect(configCsv(shown, rows).split("\r\n")).toEqual([
    "\uFEFFSerial Number,PadUp (position + offset)",
    `${rows[0]?.station.serial_number ?? ""},905`,
    "",
  ]);
});
