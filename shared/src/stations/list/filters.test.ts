import { expect, test } from "vitest";
import { defaultBrand } from "../../brand.ts";
import { DAY_MS } from "../../lib/index.ts";
import { compileFilters, filterLabels, partsFor, toggleStationType, type StationFilters } from "./filters.ts";
import { sampleConfig } from "../../../test/sample-config.ts";
import { sampleStation } from "../../../test/sample-station.ts";
import type { Station } from "../station.ts";
import { defaultViewSettings, type ViewSettings } from "./view-settings.ts";

const now = Date.parse("2026-06-01T12:00:00.000Z");
const off: StationFilters = { ...defaultViewSettings.filters, actual: false };

const maintained: Partial<Station> = {
  maintenance: {
    id: 7,
    why: "New belt",
    by: null,
    from: "2026-06-01T11:00:00.000Z",
    until: "2026-06-01T13:00:00.000Z",
  },
};

function passes(differences: Partial<Station>, filters: Partial<StationFilters>, more: Partial<ViewSettings> = {}) {
  const settings = { ...defaultViewSettings, ...more, filters: { ...off, ...filters } };
  return compileFilters(settings, { now, brand: defaultBrand })(sampleStation(differences));
}

// @spec 191.2, 191.3, 191.4, 191.5, 191.6
test.each<[keyof StationFilters, Partial<Station>, boolean]>([
  ["actual", { actual: true }, true],
  ["actual", { actual: false }, false],
  ["online", { last_online_status: true }, true],
  ["online", { last_online_status: false }, false],
  ["flagged", { support_metrics: { errors_unresolved: 1, error_latest: null } }, true],
  ["flagged", { support_metrics: { errors_unresolved: 0, error_latest: null } }, false],
  ["flagged", {}, false],
  ["flagged", { ...maintained, support_metrics: { errors_unresolved: 1, error_latest: null } }, true],
  ["maintenance", maintained, true],
  ["maintenance", {}, false],
  ["customer", { organization_name: "Northwind" }, true],
  ["customer", { organization_name: "Groundcrew Test" }, false],
  ["customer", { organization_name: "Not Groundcrew" }, true],
  ["hasConfig", {}, false],
  ["hasConfig", { config_latest: sampleConfig() }, true],
])("with the filter %s on, %j passes: %s", (filter, station, expected) => {
  expect(passes(station, { [filter]: true })).toBe(expected);
  expect(passes(station, {})).toBe(true);
});

// @spec 191.1
test("Selected Time keeps a station active at the beginning of the window", () => {
  const atStart = new Date(now - 7 * DAY_MS).toISOString();
  const before = new Date(now - 7 * DAY_MS - 1).toISOString();
  expect(passes({ last_active: atStart }, { time: true }, { time: "week" })).toBe(true);
  expect(passes({ last_active: before }, { time: true }, { time: "week" })).toBe(false);
  expect(passes({ last_active: before }, { time: false }, { time: "week" })).toBe(true);
  expect(passes({ last_active: null }, { time: true }, { time: "all" })).toBe(true);
});

test("a retired station passes only with Include Retired", () => {
  const retired = "2026-01-01T00:00:00.000Z";
  expect(passes({ retired }, {})).toBe(false);
  expect(passes({ retired }, { retired: true })).toBe(true);
});

test("the selected type narrows the list, no type includes all", () => {
  expect(passes({ station_type: "global" }, {})).toBe(false);
  expect(passes({ station_type: "global" }, {}, { stationType: "global" })).toBe(true);
  expect(passes({ station_type: "global" }, {}, { stationType: null })).toBe(true);
});

// @spec 180.1
test("clicking the active type turns it off where none is required", () => {
  expect(toggleStationType("atlas", "atlas")).toBeNull();
  expect(toggleStationType("atlas", "global")).toBe("global");
  expect(toggleStationType<string>(null, "global")).toBe("global");
});

test("the filters have the specification's labels, the customer filter the product's name", () => {
  expect(filterLabels(defaultBrand)).toEqual({
    time: "Selected Time",
    actual: "Actual Only",
    customer: "Non-Groundcrew",
    online: "Online Only",
    hasConfig: "Has Known Config",
    flagged: "Flagged",
    maintenance: "In Maintenance",
    retired: "Include Retired",
  });
});

test("a filter names the part of the list that it needs", () => {
  expect(partsFor({ ...off, online: true, hasConfig: true })).toEqual(["config"]);
  expect(partsFor({ ...off, retired: true })).toEqual(["retired"]);
});
