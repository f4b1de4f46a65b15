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

const tabs = ["overview", "edit", "telemetry", "supportlog", "config", "ssot", "cameras", "streams"] as const;
const adminTabs: ReadonlySet<StationTab> = new Set(["edit", "supportlog", "ssot"]);

/** Tabs of a station's page, in their order. */
export function stationTabs({ can_admin }: Pick<SessionUser, "can_admin">): StationTab[] {
  return tabs.filter((tab) => can_admin || !adminTabs.has(tab));
}
