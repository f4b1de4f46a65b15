import { supportName, type Brand } from "@groundcrew/shared/brand";
import { MINUTE_MS, SECOND_MS } from "@groundcrew/shared/lib";
import { isConnectionFault, type RejectedConnection } from "@groundcrew/shared/link";
import { siteText } from "@groundcrew/shared/stations";
import type { Logger } from "pino";
import type { Db } from "../../platform/db/index.ts";
import { repeat, type Part } from "../../platform/lib/index.ts";
import type { Board } from "../../stations/index.ts";
import { applyFindings } from "../life/apply-findings.ts";
import { firing, NO_RULE, OUT_OF_SERVICE, resolved, stationSubject, type Finding } from "../life/finding.ts";
import { selectRejected } from "./staff-finding-queries.ts";
import type { WatchedFacts } from "./watched-station.ts";
import { WatchedStations } from "./watched-stations.ts";

const EVERY_MS = 10 * SECOND_MS;
/** A few attempts may fail while someone replaces a password. */
const TRIES_MIN = 3;
const REJECTED_FOR_MS = MINUTE_MS;
/** A station retries within minutes. After this time without an attempt, its state is unknown. */
const SILENT_MS = 15 * MINUTE_MS;
const KIND = "rejected_station";
const NOT_TRYING = { cause: "condition", reason: "It no longer tries to connect" } as const;

export type RejectedStationOptions = {
  db: Db;
  board: Board;
  brand: Brand;
  /** Null when the broker does not report rejected connections. */
  rejectedConnections: () => Promise<RejectedConnection[] | null>;
  now: () => number;
};

/** Maintains an alert for each station in service that cannot connect because the broker rejects it. */
export function startRejectedStationAlerts({ log, ...options }: RejectedStationOptions & { log: Logger }): Part {
  const work = updateRejectedStations(options);
  return repeat(work, { everyMs: EVERY_MS, failure: "alerts about rejected stations could not be updated", log });
}

/** Compares the rejected connections with the active alerts. After a restart, it takes some minutes until rejected stations are known again. */
export function updateRejectedStations({ db, board, brand, rejectedConnections, now }: RejectedStationOptions) {
  const watched = new WatchedStations(board);
  const startedAt = now();
  return async (): Promise<void> => {
    const rejected = await rejectedConnections();
    if (rejected === null) return;
    const at = now();
    const isForgotten = at - startedAt >= SILENT_MS;
    const findings = findRejected(rejected, await selectRejected(db), { watched, now: at, isForgotten });
    const stateOf = (station: string) => watched.presenceOf(station);
    await applyFindings(db, { findings }, { stateOf, support: supportName(brand), now: at });
  };
}

type ActiveRejection = { station: string; title: string };
type Facts = { watched: WatchedStations; now: number; isForgotten: boolean };

function findRejected(
  rejected: readonly RejectedConnection[],
  active: readonly ActiveRejection[],
  facts: Facts,
): Finding[] {
  const { watched, now, isForgotten } = facts;
  const titles = new Map(active.map(({ station, title }) => [station, title]));
  const rejectedNow = rejected.flatMap((one) => {
    const scoped = watched.scoped(one.station);
    return !isConnectionFault(one.reason) &&
      scoped &&
      isInService(scoped) &&
      !watched.isUp(one.station) &&
      isLasting(one, now)
      ? { ...one, scoped }
      : [];
  });
  const begun = rejectedNow.filter(({ station, reason }) => titles.get(station) !== titleOf(reason)).map(findingOf);
  const still = new Set(rejectedNow.map(({ station }) => station));
  const ended = active.flatMap(({ station }) => {
    if (still.has(station)) return [];
    const about = { rule: NO_RULE, kind: KIND, subject: stationSubject(station) } as const;
    const scoped = watched.scoped(station);
    if (!scoped || !isInService(scoped)) return resolved(about, OUT_OF_SERVICE);
    if (watched.isUp(station)) return resolved(about);
    return isForgotten ? resolved(about, NOT_TRYING) : [];
  });
  return [...begun, ...ended];
}

function isInService({ actual, retired }: WatchedFacts): boolean {
  return actual && retired === null;
}

function isLasting({ tries, first_tried: first, last_tried: last }: RejectedConnection, now: number): boolean {
  const lastMs = Date.parse(last);
  return tries >= TRIES_MIN && lastMs - Date.parse(first) >= REJECTED_FOR_MS && now - lastMs < SILENT_MS;
}

function findingOf({ scoped, reason, first_tried: first }: RejectedConnection & { scoped: WatchedFacts }): Finding {
  const { name: station } = scoped;
  return firing({
    rule: NO_RULE,
    about: { kind: KIND, subject: stationSubject(station), station, site: siteText(scoped) },
    content: { severity: "warning", since: Date.parse(first), title: titleOf(reason) },
  });
}

function titleOf(reason: RejectedConnection["reason"]): string {
  switch (reason) {
    case "unknown":
    case "disabled":
      return "Connections rejected: it has no password, or its telemetry is not enabled";
    case "wrong_secret":
      return "Connections rejected: the password is wrong";
    case "client_id":
      return "Connections rejected: client ID and user name differ";
    case "will":
      return "Connections rejected: the will is not a death message";
    case "mqtt_version":
      return "Connections rejected: the version of MQTT is not supported";
    case "qos_2":
    case "retained":
    case "foreign_topic":
    case "foreign_subscription":
    case "too_large":
    case "malformed":
    case "replaced":
      return "Messages rejected";
  }
}
