import { expect, test } from "vitest";
import { mapColumns } from "./map-columns.ts";
import { nearestOf } from "./nearest.ts";

const field = { titles: [], is_key: false };
const FIELDS = [
  { ...field, name: "Serial Number", label: "Serial Number", is_key: true },
  { ...field, name: "production_run_version", label: "Hardware Version" },
  { ...field, name: "lte_modem", label: "LTE Modem" },
  { ...field, name: "roof_heater", label: "Roof Heater" },
  { ...field, name: "location", label: "Location", titles: ["Deploy Location"] },
];

test.each([
  [["Serial Number"], ["Serial Number by name"]],
  [
    ["serial-number", "LTE_MODEM", " roof heater "],
    ["Serial Number by name", "lte_modem by name", "roof_heater by name"],
  ],
  [["production_run_version"], ["production_run_version by name"]],
  [["Deploy Location"], ["location by name"]],
  [
    ["HW Version", "Remarks"],
    ["production_run_version by similar", null],
  ],
  // A name comes before what is similar, and the first column before others.
  [
    ["HW Version", "Hardware Version"],
    [null, "production_run_version by name"],
  ],
  [
    ["Roof Heater", "Roof Heater"],
    ["roof_heater by name", null],
  ],
  [
    ["", "R", "Loc"],
    [null, null, null],
  ],
])("the columns %j belong to %j", (titles, expected) => {
  expect(mapColumns(titles, FIELDS).map((match) => match && `${match.field} by ${match.by}`)).toEqual(expected);
});

test.each([
  ["Atlas 0131", "Atlas 0031"],
  ["Atlas 031", "Atlas 0031"],
  ["Atlas 00311", "Atlas 0031"],
  ["Atlas 0030", undefined],
  ["Atlas 0132", undefined],
  ["Atlas 0031", undefined],
  ["", undefined],
])("%j is taken for %j", (text, expected) => {
  expect(nearestOf(["Atlas 0031", "Atlas 0040", "Atlas 0020"])(text)).toBe(expected);
});
