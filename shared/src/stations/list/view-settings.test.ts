import * as fc from "fast-check";
import { expect, test } from "vitest";
import { recordOf, timeWindow } from "../../lib/index.ts";
import { stationType } from "../../telemetry/index.ts";
import { stationFilters } from "./filters.ts";
import { readinessStates } from "./readiness.ts";
import { maintenanceQuery, ssotView } from "./other-views.ts";
import { defaultViewSettings, stationGroup, stationSort, stationsView, type ViewSettings } from "./view-settings.ts";

const settings: fc.Arbitrary<ViewSettings> = fc.record({
  view: fc.constantFrom("list", "map"),
  mapAt: fc.constantFrom(null, { lat: 52.5, lng: -0.12, zoom: 9 }, { lat: -20, lng: 45, zoom: 2 }),
  sort: fc.constantFrom(...stationSort.options),
  sortInvert: fc.boolean(),
  group: fc.constantFrom(...stationGroup.options),
  q: fc.string(),
  time: fc.constantFrom(...timeWindow.options),
  stationType: fc.constantFrom(null, ...stationType.options),
  filters: fc.record(recordOf(stationFilters, () => fc.boolean())),
  ready: fc.subarray([...readinessStates]),
  site: fc.subarray(["7", "none", "12"]),
  tags: fc.subarray(["beta", "coastal"]),
  tagsNot: fc.subarray(["crane-nearby", "2.0_x"]),
});

// @spec 314.1
test("settings survive a round trip through a link", () => {
  fc.assert(
    fc.property(settings, (chosen) => {
      expect(stationsView.read(stationsView.write(chosen))).toEqual(chosen);
      const { ready: _ready, site: _site, tags: _tags, tagsNot: _not, ...table } = chosen;
      const inTable = { ...table, stationType: table.stationType ?? "global" };
      expect(ssotView.read(ssotView.write(inTable))).toEqual(inTable);
    }),
  );
});

// @spec 314.2
test("default settings leave the link empty", () => {
  expect(stationsView.write(stationsView.read({}))).toEqual({});
  expect(ssotView.write(ssotView.read({}))).toEqual({});
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
    q: "dallas&!mock",
    time: "week",
    stationType: null,
    filters,
    ready: ["not_ready", "limited"],
    site: ["7", "none"],
    tags: ["beta", "coastal"],
    tagsNot: ["crane-nearby"],
  };
  expect(stationsView.write(chosen)).toEqual({
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
    "stations-ready": "not_ready,limited",
    "stations-site": "7,none",
    "stations-tags": "beta,coastal",
    "stations-tags-not": "crane-nearby",
  });
});

test("the link to stations in maintenance shows those of every type, and those that are not actual", () => {
  const { stationType, filters } = stationsView.read(maintenanceQuery());
  expect(stationType).toBeNull();
  expect(filters).toEqual({ ...defaultViewSettings.filters, actual: false, maintenance: true });
});

test.each(["", "1,2", "1,2,3,4", "a,b,c", "86,0,2", "0,181,2", "0,0,19", "0,0,-1", "1e3,0,2"])(
  "a map at %j opens as usual",
  (at) => {
    expect(stationsView.read({ "stations-map": at }).mapAt).toBeNull();
  },
);

test("a search in the address is limited to 500 characters", () => {
  expect(stationsView.read({ "stations-q": "x".repeat(12_000) }).q).toBe("x".repeat(500));
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
  expect(stationsView.read(query)).toEqual(defaultViewSettings);
});
