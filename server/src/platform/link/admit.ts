import { isConnectionFault, REPLACEMENTS_MAX, topicOf, type RejectedConnection } from "@groundcrew/shared/link";
import { MINUTE_MS } from "@groundcrew/shared/lib";
import { LRUCache } from "lru-cache";
import type { Connect } from "./broker/decode.ts";
import type { Admission } from "./broker/session.ts";
import type { Authenticate, RejectionReason, Verdict } from "./link.ts";
import { rejections } from "./metrics.ts";

const STATION_NAME = /^[a-z0-9-]{1,64}$/;
const MAX_NAME_LENGTH = 64;
const MAX_WILL_BYTES = 1_024;
/** MQTT 3.1 and 3.1.1. */
const SUPPORTED_VERSIONS = new Set([3, 4]);

/** Return codes of MQTT 3.1.1, section 3.2.2.3. */
const RETURN_CODES = { accepted: 0, version: 1, unavailable: 3, badUserNameOrPassword: 4, notAuthorized: 5 } as const;

export type AdmitOptions = {
  authenticate: Authenticate;
  onVerdict: (station: string, verdict: Verdict) => void;
  onRejected: (station: string, reason: RejectionReason) => void;
  onFailure: (station: string, error: unknown) => void;
};

/** Answers a CONNECT packet. `isCut` says whether the station was cut off since it began. */
export type Admit = (connect: Connect, isCut: () => boolean) => Promise<Admission>;

/** Authenticates stations: client ID and user name are the station's name, the password is its secret, a will has to be a death message. */
export function admitStations({ authenticate, onVerdict, onRejected, onFailure }: AdmitOptions): Admit {
  async function decide(station: string, password: string, isCut: () => boolean): Promise<Admission> {
    try {
      const found = await authenticate(station, password);
      // The station was disconnected during the lookup, so the verdict may be stale. It can reconnect at once.
      if (isCut()) return reject("cut_off", "unavailable");
      onVerdict(station, found.verdict);
      if (found.verdict === "accepted") return { returnCode: RETURN_CODES.accepted, epoch: found.epoch };
      return reject(found.verdict, found.verdict === "wrong_secret" ? "badUserNameOrPassword" : "notAuthorized");
    } catch (error) {
      onFailure(station, error);
      return reject("lookup_failed", "unavailable");
    }
  }

  return async (connect, isCut) => {
    const { version, clientId, userName, password } = connect;
    if (!SUPPORTED_VERSIONS.has(version)) {
      if (STATION_NAME.test(clientId)) onRejected(clientId, "mqtt_version");
      return reject("mqtt_version", "version");
    }
    if (!STATION_NAME.test(clientId) || userName !== clientId) {
      const rejected = rejectedName(connect);
      if (rejected) onRejected(withoutSpecialCharacters(rejected.name), rejected.reason);
      return reject("bad_name", "badUserNameOrPassword");
    }
    if (!isWillAllowed(connect)) {
      onRejected(clientId, "will");
      return reject("bad_will", "notAuthorized");
    }
    return decide(clientId, password?.toString("utf8") ?? "", isCut);
  };
}

/** How a client with a wrong name is listed; not at all if it gave none. */
function rejectedName({ clientId, userName }: Connect): { name: string; reason: RejectionReason } | null {
  if (userName) return { name: userName, reason: userName === clientId ? "unknown" : "client_id" };
  return STATION_NAME.test(clientId) ? { name: clientId, reason: "client_id" } : null;
}

function isWillAllowed({ will, clientId }: Connect): boolean {
  if (!will) return true;
  const isDeath = will.topic === topicOf(clientId, "death");
  return isDeath && !will.retain && will.qos === 1 && will.payload.length <= MAX_WILL_BYTES;
}

/** A client can send any string as its name. */
function withoutSpecialCharacters(name: string): string {
  return name.slice(0, MAX_NAME_LENGTH).replaceAll(/[^\x21-\x7e]/g, "?");
}

function reject(reason: string, code: keyof typeof RETURN_CODES): Admission {
  rejections.inc({ reason });
  return { returnCode: RETURN_CODES[code], epoch: null };
}

/** As many as an admin can look through; the one that tried longest ago is dropped first. */
const MAX_STATIONS = 500;

/** The stations that were rejected most recently, so that an admin can find one that was just installed. */
export function rejectedConnectionLog() {
  // Latest attempt first.
  const byName = new LRUCache<string, RejectedConnection>({ max: MAX_STATIONS });

  /** Returns how often the station has been rejected so far; 0 when it is accepted. */
  function note(station: string, verdict: RejectionReason | "accepted", at: number): number {
    const previous = byName.get(station);
    if (verdict === "accepted") {
      // Faults of a connected station remain when it connects again.
      if (!isFault(previous)) byName.delete(station);
      return 0;
    }
    // A fault is counted by itself; a station that cannot connect may have several reasons in turn.
    const isCounted = previous?.reason === verdict || !(isConnectionFault(verdict) || isFault(previous));
    const since = isCounted ? previous : undefined;
    const tries = (since?.tries ?? 0) + 1;
    const now = new Date(at).toISOString();
    byName.set(station, {
      station,
      reason: verdict,
      first_tried: since?.first_tried ?? now,
      last_tried: now,
      tries,
    });
    return tries;
  }

  return { note, list: (): RejectedConnection[] => [...byName.values()] };
}

function isFault(rejected: RejectedConnection | undefined): boolean {
  return rejected !== undefined && isConnectionFault(rejected.reason);
}

/** Counts how often stations' connections are replaced by new ones. */
export function countReplacements() {
  const byStation = new LRUCache<string, number[]>({ max: MAX_STATIONS });
  return {
    /** Counts another one; true if there were too many in the last minute. */
    isOften(station: string, at: number): boolean {
      const times = [at, ...(byStation.get(station) ?? [])].filter((time) => time > at - MINUTE_MS);
      byStation.set(station, times.slice(0, REPLACEMENTS_MAX + 1));
      return times.length > REPLACEMENTS_MAX;
    },
  };
}
