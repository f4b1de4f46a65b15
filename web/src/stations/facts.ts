import { visibleCameras } from "@groundcrew/shared/cameras";
import { coordinatesOf, firmwareOf, periodSwaps, placeName, type Station } from "@groundcrew/shared/stations";
import type { Timestamp, TimeWindow } from "@groundcrew/shared/lib";
import { exactMoment, momentText, wholeNumber } from "../lib/index.ts";
import { windowTitle } from "./list/row-value.ts";
import { stationUptime } from "../station/index.ts";

/** A line about a station: label, value, and a link to more. A reading is a value that the station reported about itself. */
export type Fact = { label: string; value: string; title?: string; href?: string; isReading?: boolean };

/** The lines of an expanded row, in the specification's order (section 2, "Expanded row"). `now` is in ms. */
export function stationFacts(station: Station, { time, now }: { time: TimeWindow; now: number }): Fact[] {
  const status = station.last_telemetry_data?.status;
  const swaps = periodSwaps(station, time, now);
  return [
    { label: "Organization", value: station.organization_name },
    { label: "Shipped", value: station.shipped ?? "–" },
    locationFact(station),
    { label: windowTitle("Swaps", time), value: swaps === null ? "–" : wholeNumber(swaps) },
    ...(station.actual ? [] : [{ label: "Mocked Station", value: "Not a real station" }]),
    reading("System", status?.system),
    reading("Door", status?.door),
    reading("Pad", status?.pad),
    ...(station.station_type === "atlas" ? [reading("Pad Level", status?.padatlas)] : []),
    { label: "API Version", value: station.version_api || "–" },
    reading("Firmware Version", firmwareOf(station)),
    station.last_online_status ? uptimeFact(station, now) : lastOnlineFact(station),
    ...(station.retired === null ? [] : [{ label: "Retired", ...timeFact(station.retired) }]),
  ];
}

/** A camera as the station last reported it. */
export type CameraFact = { id: string; name: string; detected: boolean };

/** The cameras of an expanded row, by name. */
export function reportedCameras({ last_telemetry_data, station_type }: Station): CameraFact[] {
  const reported = Object.entries(last_telemetry_data?.status?.usb_status?.cameras ?? {});
  const cameras = reported.map(([id, { name = id, detected }]) => ({ id, name, detected }));
  return visibleCameras(cameras, station_type);
}

function reading(label: string, value: string | null | undefined): Fact {
  return value ? { label, value, isReading: true } : { label, value: "–" };
}

function locationFact(station: Station): Fact {
  const place = placeName(station.last_telemetry_data?.status?.location_data);
  const coordinates = coordinatesOf(station);
  if (!coordinates) return { label: "Location", value: place ?? "–" };
  const { lat, lng } = coordinates;
  const href = `https://www.openstreetmap.org/?mlat=${lat}&mlon=${lng}#map=14/${lat}/${lng}`;
  return { label: "Location", value: place ?? `${lat.toFixed(4)}, ${lng.toFixed(4)}`, href };
}

function uptimeFact(station: Station, now: number): Fact {
  const shown = stationUptime(station, now);
  if (!shown) return { label: "Uptime", value: "–" };
  if (shown.kind === "duration") return { label: "Uptime", value: shown.text };
  return { label: "Uptime", value: `since ${momentText(shown.started)}`, title: exactMoment(shown.started) };
}

function lastOnlineFact({ last_online: time }: Station): Fact {
  if (time === null) return { label: "Last Online", value: "never" };
  return { label: "Last Online", ...timeFact(time) };
}

function timeFact(time: Timestamp): Pick<Fact, "value" | "title"> {
  return { value: momentText(time), title: exactMoment(time) };
}
