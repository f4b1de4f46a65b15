import { compareText, compareVersions, orderOf, ownValue } from "../../lib/index.ts";
import { reasonCode, reasonLabels, type ReasonCode } from "../../readiness/index.ts";
import { firmwareOf } from "../firmware.ts";
import type { ListedStation } from "./listed-station.ts";
import { partLabels, readinessPart, readinessParts } from "./readiness.ts";
import type { SortColumn } from "./sort-rows.ts";
import { stationGroup, type StationGroup } from "./view-settings.ts";

/** Label of each grouping in the Group menu. */
export const stationGroupLabels: Record<StationGroup, string> = {
  none: "None",
  organization: "Organization",
  support: "Support",
  api_version: "API Version",
  firmware_version: "Firmware Version",
  readiness: "Readiness",
  reason: "Main Reason",
  site: "Site",
  tags: "Tags",
};

/** The available groupings. Only admins receive counts of support incidents, so only they can group by them. */
export function availableGroups({ can_admin }: { can_admin: boolean }): StationGroup[] {
  return stationGroup.options.filter((group) => can_admin || group !== "support");
}

/** A group of stations. `key` is unique among the groups; `label` is its heading. */
export type GroupWithStations<S> = { key: string; label: string; stations: readonly S[] };

/**
 * Divides sorted stations into groups, keeping their order within each (specification, section 2, "List grouping"). Organizations,
 * sites and tags are sorted from A to Z, versions from newest to oldest, support by urgency, readiness and its reasons from worst to best; stations without the
 * value come last. Ungrouped stations form one group without a heading.
 */
export function groupStations<S extends ListedStation>(
  stations: readonly S[],
  group: StationGroup,
): GroupWithStations<S>[] {
  if (group === "none") return stations.length === 0 ? [] : [{ key: "", label: "", stations }];
  const groups = Map.groupBy(stations, compileGroups(group));
  return groupHeadings(groups.keys(), group).map(({ key, label }) => ({ key, label, stations: groups.get(key) ?? [] }));
}

/** Compiles the key of a station's group. Without groups it is empty. */
export function compileGroups(group: StationGroup): (station: ListedStation) => string {
  return group === "none" ? () => "" : groupings[group].keyOf;
}

/** The headings of groups by their keys, in the order of the groups. */
export function groupHeadings(
  keys: Iterable<string>,
  group: StationGroup,
): Pick<GroupWithStations<never>, "key" | "label">[] {
  if (group === "none") return Array.from(keys, (key) => ({ key, label: "" }));
  const { labelOf, compare } = groupings[group];
  return [...keys].sort((a, b) => compareKeys(a, b, compare)).map((key) => ({ key, label: labelOf(key) }));
}

/**
 * The columns by which a grouped list is sorted before its sort, so that its groups are in the order of `groupStations`; nothing without groups. Inverting the
 * sort does not invert it.
 */
export function groupColumns(group: StationGroup, isInverted: boolean): SortColumn<ListedStation>[] {
  if (group === "none") return [];
  const { keyOf, compare } = groupings[group];
  const texts = orderOf((a, b) => compareKeys(a, b, compare));
  return [{ value: (station) => keyOf(station) || null, texts, isDescending: isInverted }];
}

type Grouping = {
  keyOf: (station: ListedStation) => string;
  labelOf: (key: string) => string;
  compare: (a: string, b: string) => number;
};

const newestFirst = (a: string, b: string) => compareVersions(b, a);
const orUnknown = (key: string) => key || "Unknown";

const reasonGroupLabels: Readonly<Record<string, string>> = { ...reasonLabels, ready: "Ready" };

/** The groups by reason: first the reasons that keep stations from being ready, then those that make that unknown, maintenance, and none. */
const LATER: readonly ReasonCode[] = ["never", "no_data", "offline", "silent", "maintenance"];
const reasonGroups: readonly string[] = [
  ...reasonCode.options.filter((code) => !LATER.includes(code)),
  ...LATER,
  "ready",
];

const groupings: Record<Exclude<StationGroup, "none">, Grouping> = {
  organization: { keyOf: (station) => station.organization_name, labelOf: orUnknown, compare: compareText },
  support: { keyOf: supportKey, labelOf: supportLabel, compare: (a, b) => compareVersions(b, a) },
  api_version: { keyOf: (station) => station.version_api, labelOf: orUnknown, compare: newestFirst },
  firmware_version: { keyOf: firmwareOf, labelOf: orUnknown, compare: newestFirst },
  readiness: {
    keyOf: (station) => readinessPart(station) ?? "",
    labelOf: (key) => labelIn(partLabels, key),
    compare: byOrder(readinessParts),
  },
  reason: { keyOf: mainReason, labelOf: (key) => labelIn(reasonGroupLabels, key), compare: byOrder(reasonGroups) },
  site: {
    keyOf: siteKey,
    labelOf: (key) => siteLabel(key),
    compare: (a, b) => compareText(siteLabel(a), siteLabel(b)),
  },
  // Each station is in one group: that of all its tags.
  tags: { keyOf: ({ tags = [] }) => tags.join(", "), labelOf: (key) => key || "No tags", compare: compareText },
};

/** The number makes the key unique: two organizations can have sites with the same name. */
function siteKey({ site_id, site_name }: ListedStation): string {
  return site_id === undefined ? "" : `${site_id} ${site_name}`;
}

function siteLabel(key: string): string {
  return key === "" ? "No site" : key.slice(key.indexOf(" ") + 1);
}

/** The first reason why a station is not ready. */
function mainReason({ readiness }: ListedStation): string {
  if (readiness === null) return "";
  const [first] = readiness.reasons;
  return first === undefined || first.effect === "info" ? "ready" : first.code;
}

/** Retired stations are not, and new ones not yet. */
function labelIn(labels: Readonly<Record<string, string>>, key: string): string {
  return ownValue(labels, key) ?? "Not evaluated";
}

function byOrder(keys: readonly string[]): Grouping["compare"] {
  return (a, b) => keys.indexOf(a) - keys.indexOf(b);
}

/** Counts by urgency, joined by dots so that they sort like versions; empty for users who do not receive them. */
function supportKey(station: ListedStation): string {
  const counts = station.support_metrics?.supportlog;
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
