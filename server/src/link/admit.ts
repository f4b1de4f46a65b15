import { topicOf } from "@groundcrew/shared/link";
import type { AedesOptions, Client, ConnectPacket } from "aedes";
import type { Cuts } from "./cut-log.ts";
import type { Authenticate, Refusal, Verdict } from "./link.ts";
import { refusals } from "./metrics.ts";

const STATION_NAME = /^[a-z0-9-]{1,64}$/;
const MOST_NAME = 64;
const MAX_WILL_BYTES = 1_024;
/** What a station that asks for longer, or for none at all, gets: it is cut off after one and a half times that without a packet. */
const MOST_KEEP_ALIVE_S = 60;
/** MQTT 3.1 and 3.1.1. The broker refuses every other with return code 1. */
const SPOKEN = new Set([3, 4]);

// Return codes of MQTT 3.1.1, section 3.2.2.3.
const SERVER_UNAVAILABLE = 3;
const BAD_USER_NAME_OR_PASSWORD = 4;
const NOT_AUTHORIZED = 5;

export type AdmitOptions = {
  authenticate: Authenticate;
  cuts: Cuts;
  onVerdict: (station: string, verdict: Verdict) => void;
  onRefusal: (station: string, reason: Refusal) => void;
  onFailure: (station: string, error: unknown) => void;
};

type Admission = Required<Pick<AedesOptions, "preConnect" | "authenticate">>;
type Done = Parameters<Admission["authenticate"]>[3];

/** Lets stations in: client id and user name are the station's name, the password that of the station, the will only its death. */
export function admitStations({ authenticate, cuts, onVerdict, onRefusal, onFailure }: AdmitOptions): Admission {
  const badWill = new WeakSet<Client>();

  async function decide(client: Client, password: string, done: Done): Promise<void> {
    const station = client.id;
    cuts.begin(client, station);
    try {
      const verdict = await authenticate(station, password);
      // It may try again at once: then what is true now decides.
      if (cuts.isCut(client)) return refuse("cut_off", SERVER_UNAVAILABLE, done);
      onVerdict(station, verdict);
      if (verdict === "accepted") return done(null, true);
      return refuse(verdict, verdict === "wrong_secret" ? BAD_USER_NAME_OR_PASSWORD : NOT_AUTHORIZED, done);
    } catch (error) {
      onFailure(station, error);
      return refuse("cannot_tell", SERVER_UNAVAILABLE, done);
    }
  }

  return {
    preConnect(client, packet, done) {
      // Nothing is kept for a station that is away: what moves hardware must not wait for it unseen.
      packet.clean = true;
      packet.keepalive = Math.min(packet.keepalive || MOST_KEEP_ALIVE_S, MOST_KEEP_ALIVE_S);
      if (!isWillAllowed(packet)) badWill.add(client);
      if (!SPOKEN.has(packet.protocolVersion ?? 4)) {
        refusals.inc({ reason: "mqtt_version" });
        if (STATION_NAME.test(packet.clientId)) onRefusal(packet.clientId, "mqtt_version");
      }
      done(null, true);
    },
    authenticate(client, user, ...[password, done]) {
      if (!STATION_NAME.test(client.id) || user !== client.id) {
        if (user === client.id) onRefusal(legible(client.id), "unknown");
        else if (user) onRefusal(legible(user), "client_id");
        // Without either, the broker has made up a client ID, which matches no name.
        else if (STATION_NAME.test(client.id)) onRefusal(client.id, "client_id");
        return refuse("bad_name", BAD_USER_NAME_OR_PASSWORD, done);
      }
      if (badWill.has(client)) {
        onRefusal(client.id, "will");
        return refuse("bad_will", NOT_AUTHORIZED, done);
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

/** Anybody may call themselves anything. */
function legible(name: string): string {
  return name.slice(0, MOST_NAME).replaceAll(/[^\x21-\x7e]/g, "?");
}

function refuse(reason: string, returnCode: number, done: Done): void {
  refusals.inc({ reason });
  done(Object.assign(new Error(reason), { returnCode }), false);
}
