import { telemetrySummary, type BatteryFacts } from "@groundcrew/shared/telemetry";

/*
 * What rules need of the texts on the board: the part of a row with the summary of a snapshot, and the facts about batteries. Nearly every
 * message of a station changes them, so they are parsed only when that cannot be avoided.
 */

const NONE: readonly never[] = [];

/** The cameras that are not detected. The same object as `before` if they are the same. */
export function missingCameras(telemetry: string, before: readonly string[] | undefined): readonly string[] {
  return sameAs(before, telemetry.includes('"detected":false') ? parseCameras(telemetry) : NONE);
}

function parseCameras(telemetry: string): string[] {
  const parsed: { last_telemetry_data: unknown } = JSON.parse(`{${telemetry.slice(1)}}`);
  const summary = telemetrySummary.safeParse(parsed.last_telemetry_data);
  const cameras = summary.data?.status?.usb_status?.cameras ?? {};
  return Object.entries(cameras).flatMap(([id, { name, detected }]) => (detected ? [] : (name ?? id)));
}

export function firmwareIn(telemetry: string): string | null {
  return textAfter(telemetry, '"firmware_version":[{"version":"');
}

/** The texts that say where the station is: its GPS, and the location it reports otherwise. */
export function placeIn(telemetry: string): Record<"gps_location" | "location", string | null> {
  return { gps_location: textAfter(telemetry, '"gps_location":"'), location: textAfter(telemetry, '"location":"') };
}

/** The temperature inside (°F). */
export function temperatureIn(telemetry: string): number | null {
  return numberAfter(telemetry, '"internal_temperature":');
}

/** The slots whose battery failed. The same object as `before` if they are the same. */
export function failedSlots(batteries: string | null, before: readonly number[] | undefined): readonly number[] {
  return sameAs(before, batteries === null || batteries.startsWith('{"failed":[]') ? NONE : parse(batteries).failed);
}

export function hottestIn(batteries: string | null): BatteryFacts["hottest"] {
  return batteries === null ? null : parse(batteries).hottest;
}

/** The temperature of the hottest battery (°C). */
export function hottestCelsius(batteries: string | null): number | null {
  return batteries === null ? null : numberAfter(batteries, '"celsius":');
}

function parse(batteries: string): BatteryFacts {
  return JSON.parse(batteries);
}

/** `value`, as the object that it was `before` if both have the same elements. */
function sameAs<Value extends string | number>(
  before: readonly Value[] | undefined,
  value: readonly Value[],
): readonly Value[] {
  return before?.length === value.length && before.every((one, nth) => one === value[nth]) ? before : value;
}

function textAfter(text: string, start: string): string | null {
  const at = text.indexOf(start);
  return at < 0 ? null : text.slice(at + start.length, text.indexOf('"', at + start.length));
}

const NUMBER_MAX = 24;

function numberAfter(text: string, start: string): number | null {
  const at = text.indexOf(start);
  if (at < 0) return null;
  const value = Number.parseFloat(text.slice(at + start.length, at + start.length + NUMBER_MAX));
  return Number.isNaN(value) ? null : value;
}
