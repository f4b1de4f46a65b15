import { describe, expect, test } from "vitest";
import { parseStationRoute, stationTabs } from "./route.ts";

const admin = { can_admin: true };
const user = { can_admin: false };

describe("a path below a station's page", () => {
  // @spec 94.1, 96.1, 98.1
  test.each([
    ["", { tab: "overview" }],
    ["overview", { tab: "overview" }],
    ["edit", { tab: "edit" }],
    ["telemetry", { tab: "telemetry", part: "status" }],
    ["telemetry/latest/chargers", { tab: "telemetry", part: "chargers" }],
    ["supportlog", { tab: "supportlog" }],
    ["config", { tab: "config", part: "current" }],
    ["config/history", { tab: "config", part: "history" }],
    ["ssot", { tab: "ssot" }],
    ["cameras", { tab: "cameras" }],
    ["streams", { tab: "streams" }],
    ["config/", { tab: "config", part: "current" }],
  ])("%j opens its tab for an admin", (path, route) => {
    expect(parseStationRoute(path, admin)).toEqual(route);
  });

  test.each(["nothing", "telemetry/latest/nothing", "editor"])("%j has no tab", (path) => {
    expect(parseStationRoute(path, admin)).toBeNull();
  });

  // @spec 95.1, 97.1, 99.1
  test.each(["edit", "supportlog", "ssot"] as const)("%s is for admins", (tab) => {
    expect(parseStationRoute(tab, user)).toBeNull();
    expect(stationTabs(user)).not.toContain(tab);
    expect(stationTabs(admin)).toContain(tab);
  });
});
