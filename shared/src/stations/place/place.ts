import type { LocationData } from "../../telemetry/index.ts";

type Level = keyof LocationData;

/** Levels that name a settlement or a part of one, the preferred one first. */
const LOCALITIES: readonly Level[] = [
  "city",
  "town",
  "village",
  "municipality",
  "city_district",
  "district",
  "borough",
  "suburb",
  "subdivision",
  "hamlet",
  "croft",
  "isolated_dwelling",
  "county",
];
const REGIONS: readonly Level[] = ["state", "region"];
const COUNTRIES: readonly Level[] = ["country", "continent"];

/**
 * Name of the place that a station reports, from narrow to wide: `Lisbon, Portugal`, `Boulder, Colorado, United States`. Null if it reports
 * none.
 */
export function placeName(location: LocationData | undefined): string | null {
  if (!location) return null;
  const names = [LOCALITIES, REGIONS, COUNTRIES]
    .map((levels) => firstOf(location, levels))
    .filter((name) => name !== "");
  return names.length === 0 ? null : [...new Set(names)].join(", ");
}

function firstOf(location: LocationData, levels: readonly Level[]): string {
  return levels.map((level) => location[level]?.trim() ?? "").find((name) => name !== "") ?? "";
}
