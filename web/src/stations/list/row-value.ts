import { exponentCount, shortAge, timeWindowLabels, type TimeWindow } from "@groundcrew/shared/lib";
import {
  daysSinceLastErrorText,
  firmwareOf,
  partLabels,
  periodSwaps,
  readinessPart,
  type Station,
  type StationSort,
  type SupportMetrics,
} from "@groundcrew/shared/stations";
import { dateText, exactMoment, wholeNumber } from "../../lib/index.ts";
import { stationUptime } from "../../station/index.ts";

/** The value at the end of a station's row: the text, its unit, and the full value for the tooltip. */
export type RowValue = { text: string; unit: string; title: string };

/** The value of a row under each sort. Sorts by something that has its own column show swaps. `now` is in ms. */
export function rowValue(station: Station, options: { sort: StationSort; time: TimeWindow; now: number }): RowValue {
  switch (options.sort) {
    case "version":
      return named(station.version_api, "API", "API Version");
    case "firmware_version":
      return named(firmwareOf(station), "firmware", "Firmware Version");
    case "uptime":
      return uptimeValue(station, options.now);
    case "readiness":
      return readinessValue(station, options.now);
    case "last_error":
      return lastErrorValue(station, options.now);
    case "default":
    case "serial_number":
    case "description":
    case "swaps":
    case "temperature":
    case "site":
      return swapsValue(periodSwaps(station, options.time, options.now), options.time);
    case "unresolved":
      // Admins have a counter for the errors in the row.
      if (station.support_metrics && !station.support_metrics.supportlog)
        return unresolvedValue(station.support_metrics);
      return swapsValue(periodSwaps(station, options.time, options.now), options.time);
  }
}

/** A count's title with its time window. */
export function windowTitle(title: string, time: TimeWindow): string {
  return time === "all" ? title : `${title} (${timeWindowLabels[time]})`;
}

function named(text: string, unit: string, name: string): RowValue {
  return { text: text || "–", unit, title: `${name}: ${text || "unknown"}` };
}

function unresolvedValue({ errors_unresolved: count }: SupportMetrics): RowValue {
  return named(wholeNumber(count), count === 1 ? "error" : "errors", "Unresolved errors");
}

function lastErrorValue(station: Station, now: number): RowValue {
  const text = daysSinceLastErrorText(station, now);
  const units: Record<string, string> = { "N/A": "no error", "1": "day" };
  return named(text, units[text] ?? "days", "Days since last error");
}

/** For how long a station has been in its state. */
function readinessValue(station: Station, now: number): RowValue {
  const part = readinessPart(station);
  if (station.readiness === null || part === null) return named("", "not evaluated", "Readiness");
  const { since } = station.readiness;
  const unit = partLabels[part].toLowerCase();
  return { text: shortAge(now - Date.parse(since)), unit, title: `${partLabels[part]} since ${exactMoment(since)}` };
}

function swapsValue(swaps: number | null, time: TimeWindow): RowValue {
  const name = windowTitle("Swaps", time);
  const unit = time === "all" ? "swaps" : `swaps, ${timeWindowLabels[time].toLowerCase()}`;
  if (swaps === null) return named("", unit, name);
  const text = exponentCount(swaps);
  const isExact = text === String(swaps);
  return { text: isExact ? wholeNumber(swaps) : text, unit, title: `${name}: ${wholeNumber(swaps)}` };
}

/** The two largest units fit a row; the tooltip has the rest. The last value of an offline station is labelled as its last. */
function uptimeValue(station: Station, now: number): RowValue {
  const shown = stationUptime(station, now);
  const isUp = station.last_online_status;
  if (!shown) return named("", "uptime", "Uptime");
  if (shown.kind === "date") {
    const title = `${isUp ? "Up since" : "Last start"} ${exactMoment(shown.started)}`;
    return { text: dateText(shown.started), unit: isUp ? "up since" : "last start", title };
  }
  const text = shown.text.split(" ").slice(0, 2).join(" ");
  return { text, unit: isUp ? "uptime" : "last uptime", title: `${isUp ? "Uptime" : "Last uptime"}: ${shown.text}` };
}
