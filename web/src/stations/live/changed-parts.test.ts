import { defaultBrand } from "@groundcrew/shared/brand";
import type { Station } from "@groundcrew/shared/stations";
import { expect, test } from "vitest";
import { sampleStation } from "../../../../shared/test/sample-station.ts";
import { changedParts, type RowPart } from "./changed-parts.ts";

const now = Date.parse("2026-03-01T12:00:00.000Z");
const station = sampleStation({
  last_active: "2026-03-01T11:59:30.000Z",
  last_online_status: true,
  last_telemetry_data: { status: { internal_temperature: 80 } },
  support_metrics: { errors_unresolved: 0, error_latest: null },
});

test.each<[string, Partial<Station>, RowPart[]]>([
  ["a later message", { last_active: "2026-03-01T11:59:50.000Z" }, []],
  ["another temperature in the same band", { last_telemetry_data: { status: { internal_temperature: 81 } } }, []],
  ["a temperature in another band", { last_telemetry_data: { status: { internal_temperature: 95 } } }, ["temperature"]],
  ["a link that went down", { last_online_status: false }, ["link"]],
  ["a station that has been silent for an hour", { last_active: "2026-03-01T11:00:00.000Z" }, ["status"]],
  ["a swap", { swaps_performed: station.swaps_performed + 1 }, ["value"]],
  ["an error", { support_metrics: { errors_unresolved: 1, error_latest: "2026-03-01T11:59:00.000Z" } }, ["counters"]],
  [
    "an edit",
    { serial_number: "Atlas 9", description: "By the sea", location_deployment: "Pier" },
    ["id", "place", "description"],
  ],
])("after %s, what shows something else is marked", (_, changes, parts) => {
  expect(changedParts(station, { ...station, ...changes }, { now, brand: defaultBrand })).toEqual(parts);
});
