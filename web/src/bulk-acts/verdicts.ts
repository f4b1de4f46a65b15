import { bulkVerdict, type BulkFacts, type BulkReason, type PlannedAct } from "@groundcrew/shared/bulk-acts";
import type { Station } from "@groundcrew/shared/stations";
import { namesText } from "../lib/index.ts";
import { stationTitle } from "../station/index.ts";
import { reasonNote, reasonText } from "./texts.ts";

/** A station, and what else decides about it. */
export type JudgedStation = Station & Pick<BulkFacts, "has_errors" | "owner">;

/** Stations that an act leaves as they are, for one reason, with its time if that is the same for all of them. */
export type LeftStations = { is: "unchanged" | "left_out"; reason: BulkReason; stations: Station[] };

/** The stations that an act changes, and the others by reason, those that stay as they are first. */
export function judgedStations(act: PlannedAct, stations: readonly JudgedStation[]) {
  const changed: Station[] = [];
  const left = new Map<string, LeftStations>();
  for (const station of stations) {
    const verdict = bulkVerdict(act, station);
    if (verdict.is === "done") {
      changed.push(station);
      continue;
    }
    const { is, reason } = verdict;
    const group = left.get(reason.code) ?? { is, reason, stations: [] };
    group.stations.push(station);
    if (group.reason.at !== reason.at) group.reason = { code: reason.code, at: null };
    left.set(reason.code, group);
  }
  return { changed, left: [...left.values()].toSorted((a, b) => b.is.localeCompare(a.is)) };
}

/** Describes stations that an act leaves as they are, before and after their names: `Left out: offline` and `. Nothing is kept for later`. */
export function leftTexts({ is, reason, stations }: LeftStations, now: number): [before: string, after: string] {
  const text = reasonText(reason, { now, organization: stations[0]?.organization_name });
  if (is === "unchanged") return [text, stations.length === 1 ? ", stays as it is" : ", stay as they are"];
  const [first = "", ...rest] = text;
  const after = reasonNote(reason).map((note) => `. ${note}`);
  return [`Left out: ${first.toLowerCase()}${rest.join("")}`, after.join("")];
}

/**
 * Why an act changes none of the stations, as far as that is known before its dialog: `Retired (Atlas 0002). Offline (Atlas 0003)`. Undefined if it
 * may change one.
 */
export function impossibleReason(act: PlannedAct, stations: readonly Station[], now: number): string | undefined {
  // Errors that are not resolved may still be attached to the support log, which only that dialog asks.
  const judged: readonly JudgedStation[] =
    act.kind === "assign"
      ? stations.map((one) => ({ ...one, has_errors: one.support_metrics?.errors_unresolved !== 0 }))
      : stations;
  if (judged.some((station) => bulkVerdict(act, station).is === "done")) return undefined;
  const { left } = judgedStations(act, judged);
  return left
    .map(({ reason, stations: own }) => `${reasonText(reason, { now })} (${namesText(own.map(stationTitle))})`)
    .join(". ");
}
