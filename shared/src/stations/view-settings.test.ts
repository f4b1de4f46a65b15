import * as fc from "fast-check";
import { expect, test } from "vitest";
import { timeWindow } from "../lib/index.ts";
import { stationType } from "../telemetry/index.ts";
import {
  defaultSsotViewSettings,
  defaultViewSettings,
  maintenanceQuery,
  stationGroup,
  stationSort,
  viewSettingsFromQuery,
  viewSettingsToQuery,
  type ViewSettings,
} from "./view-settings.ts";

const settings: fc.Arbitrary<ViewSettings> = fc.record({
  view: fc.constantFrom("list", "map"),
  mapAt: fc.constantFrom(null, { lat: 52.5, lng: -0.12, zoom: 9 }, { lat: -20, lng: 45, zoom: 2 }),
  sort: fc.constantFrom(...stationSort.options),
  sortInvert: fc.boolean(),
  group: fc.constantFrom(...stationGroup.options),
  search: fc.string(),
  time: fc.constantFrom(...timeWindow.options),
  stationType: fc.constantFrom(null, ...stationType.options),
  filters: fc.record({
    time: fc.boolean(),
    flagged: fc.boolean(),
    maintenance: fc.boolean(),
    customer: fc.boolean(),
    hasConfig: fc.boolean(),
    actual: fc.boolean(),
    online: fc.boolean(),
    retired: fc.boolean(),
  }),
});

// @spec 314.1
test.each([
  ["the list", defaultViewSettings],
  ["the SSoT pages", defaultSsotViewSettings],
])("settings of %s survive a round trip through a link", (_, defaults) => {
  fc.assert(
    fc.property(settings, (chosen) => {
      const query = viewSettingsToQuery(chosen, defaults);
      expect(viewSettingsFromQuery(query, defaults)).toEqual(chosen);
    }),
  );
});

// @spec 314.2
test("default settings leave the link empty", () => {
  expect(viewSettingsToQuery(defaultViewSettings)).toEqual({});
  expect(viewSettingsToQuery(defaultSsotViewSettings, defaultSsotViewSettings)).toEqual({});
});

// @spec 170.1, 314.1
test("every setting that is not the default has its own key", () => {
  const filters = {
    time: true,
    flagged: true,
    maintenance: true,
    customer: true,
    hasConfig: true,
    actual: false,
    online: true,
    retired: true,
  };
  const chosen: ViewSettings = {
    view: "map",
    mapAt: { lat: 52.5, lng: -0.1234, zoom: 9 },
    sort: "last_error",
    sortInvert: true,
    group: "organization",
    search: "dallas&!mock",
    time: "week",
    stationType: null,
    filters,
  };
  expect(viewSettingsToQuery(chosen)).toEqual({
    "stations-view": "map",
    "stations-map": "52.5,-0.1234,9",
    "stations-sort": "last_error",
    "stations-sort-invert": "1",
    "stations-group": "organization",
    "stations-q": "dallas&!mock",
    "stations-t": "week",
    "stations-type": "",
    "stations-f-time": "1",
    "stations-f-flagged": "1",
    "stations-f-maint": "1",
    "stations-f-customer": "1",
    "stations-f-config": "1",
    "stations-f-actual": "0",
    "stations-f-online": "1",
    "stations-f-retired": "1",
  });
});

test("the link to stations in maintenance shows those of every type, and those that are not actual", () => {
  const { stationType, filters } = viewSettingsFromQuery(maintenanceQuery());
  expect(stationType).toBeNull();
  expect(filters).toEqual({ ...defaultViewSettings.filters, actual: false, maintenance: true });
});

test.each(["", "1,2", "1,2,3,4", "a,b,c", "86,0,2", "0,181,2", "0,0,19", "0,0,-1", "1e3,0,2"])(
  "a map at %j opens as usual",
  (at) => {
    expect(viewSettingsFromQuery({ "stations-map": at }).mapAt).toBeNull();
  },
);

test("a search in the address is limited to 500 characters", () => {
  expect(viewSettingsFromQuery({ "stations-q": "x".repeat(12_000) }).search).toBe("x".repeat(500));
});

test("anything else in the address is ignored", () => {
  const query = {
    "stations-sort": "size",
    "stations-sort-invert": "yes",
    "stations-type": "rocket",
    "stations-t": 7,
    "stations-f-actual": "",
    "stations-q": ["a", "b"],
    other: "1",
  };
  expect(viewSettingsFromQuery(query)).toEqual(defaultViewSettings);
});
