import {
  availabilityFigures,
  calendarMonth,
  isMostlyRecorded,
  lostSeconds,
  shareText,
  statedFigures,
  swapsIn,
  type AvailabilityReport,
  type ReportedStation,
} from "@groundcrew/shared/availability";
import { tagName } from "@groundcrew/shared/sites";
import { byValue, compareText, dayInQuery, keysOf, toCsv } from "@groundcrew/shared/lib";
import { rangeText, rateText, successRate } from "@groundcrew/shared/swap-attempts";
import { checked, columnSort, id, kept, sentAs, viewOf, type ColumnSort, type ValuesOf } from "@groundcrew/shared/view";

/** The columns that stations are sorted by. */
export const sortLabels = {
  station: "Station",
  availability: "Availability",
  link: "Link",
  outages: "Outages",
  lost: "Lost",
  maintenance: "Maintenance",
  swaps: "Swaps",
  success: "Success, Likely",
} as const;
type SortKey = keyof typeof sortLabels;
export type StationSort = ColumnSort<SortKey>;

const sortKeys = keysOf(sortLabels);
/** Columns of which the most comes first. */
const MOST_FIRST: ReadonlySet<SortKey> = new Set(["outages", "lost", "maintenance", "swaps"]);
const LOWEST: StationSort = { key: "availability", isDescending: false };

/** The view of the page: a month, or a range, of an organization, a site or a tag. Without either it is the month that the server shows first. */
export const availabilityView = viewOf("av", {
  month: kept(checked(calendarMonth)),
  from: kept(checked(dayInQuery)),
  to: kept(checked(dayInQuery)),
  org: sentAs("org_id", id()),
  site: id(),
  tag: checked(tagName),
  sort: columnSort(sortKeys, LOWEST),
});
export type AvailabilityView = ValuesOf<typeof availabilityView>;

/** The query of the call. A month takes precedence over a range, of which both days are needed. */
export function availabilityQuery(view: AvailabilityView, now: number) {
  const { month, from, to, ...rest } = availabilityView.call(view, now);
  if (month !== undefined) return { ...rest, month };
  return from === undefined || to === undefined ? rest : { ...rest, from, to };
}

/** The sort after pressing a heading: the lowest availability first, and the most of all else; pressing again reverses it. */
export function nextStationSort(before: StationSort, label: string): StationSort {
  const key = sortKeys.find((each) => sortLabels[each] === label) ?? before.key;
  return { key, isDescending: before.key === key ? !before.isDescending : MOST_FIRST.has(key) };
}

/** Stations in order. Those without a value are last in both directions. */
export function sortedStations(
  stations: readonly ReportedStation[],
  { key, isDescending }: StationSort,
): ReportedStation[] {
  const byKey = byValue<ReportedStation>((station) => valueOf(station, key), isDescending);
  return stations.toSorted((one, other) => byKey(one, other) || compareText(titleOf(one), titleOf(other)));
}

function valueOf(station: ReportedStation, key: SortKey): string | number | null {
  if (key === "station") return titleOf(station);
  if (key === "maintenance") return station.maintenance_s;
  if (key === "swaps") return swapsIn(station);
  if (key === "success") return rateText(station) === null ? null : successRate(station);
  if (!isMostlyRecorded(station)) return null;
  if (key === "outages") return station.outages;
  if (key === "lost") return lostSeconds(station);
  return availabilityFigures(station)[key];
}

/** The serial number of a station, or its id. */
export function titleOf({ serial_number, station }: ReportedStation): string {
  return serial_number ?? station;
}

type Subject = Pick<AvailabilityReport, "organization" | "site" | "tag">;

/** Whose stations a report is of: `Harbor Air · Lisbon, Doca 1 · tag beta`. */
export function subjectOf({ organization, site, tag }: Subject): string {
  const parts = [organization ?? "All organizations", site?.name, tag !== null && `tag ${tag}`];
  return parts.filter(Boolean).join(" · ");
}

/** The name of the file: `AVAILABILITY_Harbor-Air_2026-10.csv`. */
export function availabilityFile({ organization, site, tag, month, from, to }: AvailabilityReport): string {
  const name = [organization ?? "All", site?.name, tag].filter(Boolean).join("-");
  // Characters that a file name may not have anywhere.
  const subject = name.replaceAll(/[^\p{L}\p{N}]+/gu, "-").replaceAll(/^-|-$/g, "");
  return `AVAILABILITY_${subject}_${month ?? `${from}_${to}`}.csv`;
}

/** The content of the file: a row for each station, with seconds. */
export function availabilityCsv({ stations }: AvailabilityReport): string {
  const head = [
    "Station",
    "Serial Number",
    "Description",
    "Availability",
    "Link",
    "Outages",
    "Lost (s)",
    "Main Reason",
  ];
  const swaps = ["Swaps", "Failed Swap Attempts", "Success Rate", "Likely Success Rate"];
  const seconds = ["Ready (s)", "Limited (s)", "Not Ready (s)", "Unknown (s)", "Maintenance (s)", "Not Recorded (s)"];
  const rows = sortedStations(stations, LOWEST).map((station) => {
    const { availability, link } = statedFigures(station);
    const stated = (share: typeof link) => (share === null ? null : shareText(share));
    return [
      station.station,
      station.serial_number,
      station.description,
      stated(availability),
      stated(link),
      station.outages,
      lostSeconds(station),
      station.cause,
      swapsIn(station),
      station.failed,
      rateText(station),
      rateText(station) && rangeText(station),
      station.ready_s,
      station.limited_s,
      station.not_ready_s,
      station.unknown_s,
      station.maintenance_s,
      station.not_recorded_s,
    ];
  });
  return toCsv([...head, ...swaps, ...seconds], rows);
}
