import { topicOf, type RejectedConnection } from "@groundcrew/shared/link";
import type { AedesOptions, Client, ConnectPacket } from "aedes";
import { LRUCache } from "lru-cache";
import type { Cuts } from "./connections.ts";
import type { Authenticate, RejectionReason, Verdict } from "./link.ts";
import { rejections } from "./metrics.ts";

const STATION_NAME = /^[a-z0-9-]{1,64}$/;
const MAX_NAME_LENGTH = 64;
const MAX_WILL_BYTES = 1_024;
/** Replaces a longer or missing keep-alive. The broker disconnects a client after 1.5 times this without a packet. */
const MAX_KEEP_ALIVE_S = 60;
/** MQTT 3.1 and 3.1.1. The broker rejects any other version with return code 1. */
const SUPPORTED_VERSIONS = new Set([3, 4]);

// Return codes of MQTT 3.1.1, section 3.2.2.3.
const SERVER_UNAVAILABLE = 3;
const BAD_USER_NAME_OR_PASSWORD = 4;
const NOT_AUTHORIZED = 5;

export type AdmitOptions = {
  authenticate: Authenticate;
  cuts: Cuts;
  onVerdict: (station: string, verdict: Verdict) => void;
  onRejected: (station: string, reason: RejectionReason) => void;
  onFailure: (station: string, error: unknown) => void;
};

type Admission = Required<Pick<AedesOptions, "preConnect" | "authenticate">>;
type Callback = Parameters<Admission["authenticate"]>[3];

/** Authenticates stations: client ID and user name are the station's name, the password is its secret, a will has to be a death message. */
export function admitStations({ authenticate, cuts, onVerdict, onRejected, onFailure }: AdmitOptions): Admission {
  const badWill = new WeakSet<Client>();

  async function decide(client: Client, password: string, done: Callback): Promise<void> {
    const station = client.id;
    cuts.begin(client, station);
    try {
      const verdict = await authenticate(station, password);
      // The station was disconnected during the lookup, so the verdict may be stale. It can reconnect at once.
      if (cuts.isCut(client)) return reject("cut_off", SERVER_UNAVAILABLE, done);
      onVerdict(station, verdict);
      if (verdict === "accepted") return done(null, true);
      return reject(verdict, verdict === "wrong_secret" ? BAD_USER_NAME_OR_PASSWORD : NOT_AUTHORIZED, done);
    } catch (error) {
      onFailure(station, error);
      return reject("lookup_failed", SERVER_UNAVAILABLE, done);
    }
  }

  return {
    preConnect(client, packet, done) {
      // No persistent sessions: commands move hardware, so none may wait for a station that is offline.
      packet.clean = true;
      packet.keepalive = Math.min(packet.keepalive || MAX_KEEP_ALIVE_S, MAX_KEEP_ALIVE_S);
      if (!isWillAllowed(packet)) badWill.add(client);
      if (!SUPPORTED_VERSIONS.has(packet.protocolVersion ?? 4)) {
        rejections.inc({ reason: "mqtt_version" });
        if (STATION_NAME.test(packet.clientId)) onRejected(packet.clientId, "mqtt_version");
      }
      done(null, true);
    },
    authenticate(client, user, ...[password, done]) {
      if (!STATION_NAME.test(client.id) || user !== client.id) {
        if (user === client.id) onRejected(withoutSpecialCharacters(client.id), "unknown");
        else if (user) onRejected(withoutSpecialCharacters(user), "client_id");
        // Without user name and client ID the broker generates an ID, which does not match the pattern.
        else if (STATION_NAME.test(client.id)) onRejected(client.id, "client_id");
        return reject("bad_name", BAD_USER_NAME_OR_PASSWORD, done);
      }
      if (badWill.has(client)) {
        onRejected(client.id, "will");
        return reject("bad_will", NOT_AUTHORIZED, done);
      }
      void decide(client, password?.toString("utf8") ?? "", done);
    },
  };
}

function isWillAllowed({ will, clientId }: ConnectPacket): boolean {
  if (!will) return true;
  const isDeath = will.topic === topicOf(clientId, "death");
  return isDeath && !will.retain && will.qos === 1 && will.payload.length <= MAX_WILL_BYTES;
}

/** A client can send any string as its name. */
function withoutSpecialCharacters(name: string): string {
  return name.slice(0, MAX_NAME_LENGTH).replaceAll(/[^\x21-\x7e]/g, "?");
}

function reject(reason: string, returnCode: number, done: Callback): void {
  rejections.inc({ reason });
  done(Object.assign(new Error(reason), { returnCode }), false);
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
      byName.delete(station);
      return 0;
    }
    const tries = (previous?.tries ?? 0) + 1;
    const now = new Date(at).toISOString();
    byName.set(station, {
      station,
      reason: verdict,
      first_tried: previous?.first_tried ?? now,
      last_tried: now,
      tries,
    });
    return tries;
  }

  return { note, list: (): RejectedConnection[] => [...byName.values()] };
}
