import type { LocationData } from "../telemetry/index.ts";

type Level = keyof LocationData;

/** Names of a settlement or a part of one, the most telling first. */
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
 * Name of the place a station says it stands at, from the narrow to the wide: `Lisbon, Portugal`,
 * `Boulder, Colorado, United States`. Null when it knows none.
 */
export function placeName(of: LocationData | undefined): string | null {
  if (!of) return null;
  const names = [LOCALITIES, REGIONS, COUNTRIES].map((levels) => firstOf(of, levels)).filter((name) => name !== "");
  return names.length === 0 ? null : [...new Set(names)].join(", ");
}

function firstOf(of: LocationData, levels: readonly Level[]): string {
  return levels.map((level) => of[level]?.trim() ?? "").find((name) => name !== "") ?? "";
}
