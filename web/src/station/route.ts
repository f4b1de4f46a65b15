import type { SessionUser } from "@groundcrew/shared/sessions";

/** Sections of the Telemetry tab and dialog, in their order. */
export const telemetryParts = ["status", "motors", "chargers", "usb", "raw"] as const;
export type TelemetryPart = (typeof telemetryParts)[number];

/** The tab of a station's page, with its section. */
export type StationRoute =
  | { tab: "overview" }
  | { tab: "edit" }
  | { tab: "supportlog" }
  | { tab: "telemetry"; part: TelemetryPart }
  | { tab: "config"; part: "current" | "history" }
  | { tab: "ssot" }
  | { tab: "cameras" }
  | { tab: "streams" };

export type StationTab = StationRoute["tab"];

/**
 * The route for a path below `/stations/{name}/` (specification, section 2, "Station page"). Null if there is none, or if it is
 * not for this user.
 */
export function parseStationRoute(path: string, { can_admin }: Pick<SessionUser, "can_admin">): StationRoute | null {
  switch (path.replace(/\/+$/, "")) {
    case "":
    case "overview":
      return { tab: "overview" };
    case "edit":
      return can_admin ? { tab: "edit" } : null;
    case "supportlog":
      return can_admin ? { tab: "supportlog" } : null;
    case "config":
      return { tab: "config", part: "current" };
    case "config/history":
      return { tab: "config", part: "history" };
    case "ssot":
      return can_admin ? { tab: "ssot" } : null;
    case "cameras":
      return { tab: "cameras" };
    case "streams":
      return { tab: "streams" };
    case "telemetry":
    case "telemetry/latest":
      return { tab: "telemetry", part: "status" };
    default:
      return telemetryRoute(path);
  }
}

function telemetryRoute(path: string): StationRoute | null {
  const part = telemetryParts.find((one) => path === `telemetry/latest/${one}`);
  return part === undefined ? null : { tab: "telemetry", part };
}

const tabs = ["overview", "edit", "telemetry", "supportlog", "config", "ssot", "cameras", "streams"] as const;
const adminTabs: ReadonlySet<StationTab> = new Set(["edit", "supportlog", "ssot"]);

/** Tabs of a station's page, in their order. */
export function stationTabs({ can_admin }: Pick<SessionUser, "can_admin">): StationTab[] {
  return tabs.filter((tab) => can_admin || !adminTabs.has(tab));
}
