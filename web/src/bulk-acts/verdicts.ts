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

/** Describes stations that an act leaves as they are: `Left out: retired (Atlas 0002, Atlas 0003, Atlas 0005 and 9 more)`. */
export function leftText({ is, reason, stations }: LeftStations, now: number): string {
  const text = reasonText(reason, { now, organization: stations[0]?.organization_name });
  const names = `(${namesText(stations.map(stationTitle))})`;
  if (is === "unchanged") return `${text} ${names}, ${stations.length === 1 ? "stays as it is" : "stay as they are"}`;
  const [first = "", ...rest] = text;
  return [`Left out: ${first.toLowerCase()}${rest.join("")} ${names}`, ...reasonNote(reason)].join(". ");
}
