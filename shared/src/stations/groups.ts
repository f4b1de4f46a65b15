import { compareText, compareVersions } from "../lib/index.ts";
import { firmwareOf } from "./firmware.ts";
import type { Station } from "./station.ts";
import { stationGroup, type StationGroup } from "./view-settings.ts";

/** What each grouping is called in the Group menu. */
export const stationGroupLabels: Record<StationGroup, string> = {
  none: "None",
  organization: "Organization",
  support: "Support",
  api_version: "API Version",
  firmware_version: "Firmware Version",
};

/** The groupings someone is offered. Support incidents are counted for admins only, so nobody else can group by them. */
export function offeredGroups({ can_admin }: { can_admin: boolean }): StationGroup[] {
  return stationGroup.options.filter((group) => can_admin || group !== "support");
}

/** Stations that belong together. `key` is unique among the groups; `label` is its heading. */
export type StationsOfGroup<S> = { key: string; label: string; stations: readonly S[] };

/**
 * Divides sorted stations into groups, keeping their order within each (specification, section 2, "List grouping").
 * Organizations run from A to Z, versions from the newest on, support from the most urgent counts on; stations without
 * the value come last. Ungrouped stations form one group without a heading.
 */
export function groupStations<S extends Station>(stations: readonly S[], group: StationGroup): StationsOfGroup<S>[] {
  if (group === "none") return stations.length === 0 ? [] : [{ key: "", label: "", stations }];
  const { keyOf, labelOf, compare } = groupings[group];
  const groups = Map.groupBy(stations, keyOf);
  return [...groups]
    .sort(([a], [b]) => compareKeys(a, b, compare))
    .map(([key, stations]) => ({ key, label: labelOf(key), stations }));
}

type Grouping = {
  keyOf: (of: Station) => string;
  labelOf: (key: string) => string;
  compare: (a: string, b: string) => number;
};

const newestFirst = (a: string, b: string) => compareVersions(b, a);
const orUnknown = (key: string) => key || "Unknown";

const groupings: Record<Exclude<StationGroup, "none">, Grouping> = {
  organization: { keyOf: (of) => of.organization_name, labelOf: orUnknown, compare: compareText },
  support: { keyOf: supportKey, labelOf: supportLabel, compare: (a, b) => compareVersions(b, a) },
  api_version: { keyOf: (of) => of.version_api, labelOf: orUnknown, compare: newestFirst },
  firmware_version: { keyOf: firmwareOf, labelOf: orUnknown, compare: newestFirst },
};

/** Counts by urgency, dotted, so that they order as a version does; empty for who may not see them. */
function supportKey(of: Station): string {
  const counts = of.support_metrics?.supportlog;
  if (!counts) return "";
  return [counts.incident_pending_urgent, counts.incident_needs_action, counts.incident_pending].join(".");
}

function supportLabel(key: string): string {
  if (key === "") return "Unknown";
  const [urgent = "0", needsAction = "0", pending = "0"] = key.split(".");
  const counts = [
    { label: "Pending (Urgent)", count: urgent },
    { label: "Needs Action", count: needsAction },
    { label: "Pending", count: pending },
  ];
  const open = counts.filter(({ count }) => count !== "0").map(({ label, count }) => `${label}: ${count}`);
  return open.length === 0 ? "No open incidents" : open.join(", ");
}

function compareKeys(a: string, b: string, compare: (a: string, b: string) => number): number {
  if (a === "" || b === "") return Number(a === "") - Number(b === "");
  return compare(a, b) || (a < b ? -1 : 1);
}
