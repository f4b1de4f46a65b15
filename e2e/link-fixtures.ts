import { randomUUID } from "node:crypto";
import { topicOf } from "@groundcrew/shared/link";
import type { FleetFile } from "@groundcrew/simulator/model";
import type { Fleet } from "@groundcrew/simulator";
import { connectAsync, type MqttClient } from "mqtt";

/** A connection as a station, which sends exactly what a test passes. */
type Impersonation = {
  /** Publishes any text, valid or not. */
  publish(topic: "event" | "tele", text: string): Promise<void>;
  /** Sends a snapshot with this status, by default a minimal one, and these parts, timestamped by a clock that is this many milliseconds ahead. */
  report(clockAheadMs: number, status?: object, parts?: object): Promise<void>;
  isConnected(): boolean;
  disconnect(): Promise<void>;
};

/** What tests do on the station link. */
export type LinkFixtures = {
  /** Tries to connect as a station. Returns whether it was accepted. */
  tryConnect(name: string, secret: string): Promise<boolean>;
  /** Connects in place of a simulated station, with its secret; the simulated one goes offline and stays offline. */
  impersonate(name: string): Promise<Impersonation>;
};

/** Higher than the boot count of any simulated station. */
const BOOT = 1_000_000;

type System = { broker: string; file: FleetFile; fleet: Fleet };

export function linkFixtures({ broker, file, fleet }: System): LinkFixtures {
  const connectAs = (name: string, password: string): Promise<MqttClient> =>
    connectAsync(broker, { clientId: name, username: name, password, reconnectPeriod: 0 }, false);

  return {
    async tryConnect(name, secret) {
      const client = await connectAs(name, secret).catch(nullIfRejected);
      await client?.endAsync();
      return client !== null;
    },

    async impersonate(name) {
      const station = file.stations.find((candidate) => candidate.name === name);
      if (!station) throw new Error(`The fleet has no station ${name}`);
      await fleet.station(name)?.goOffline();
      const client = await connectAs(name, station.password);
      const publish: Impersonation["publish"] = async (topic, text) => {
        await client.publishAsync(topicOf(name, topic), text, { qos: 1 });
      };
      let seq = 0;
      return {
        publish,
        async report(clockAheadMs, status = { door: "closed" }, parts = {}) {
          const ts = Date.now() + clockAheadMs;
          const data = { snapshot: { time: ts / 1_000, status, ...parts } };
          const message = { v: 1, id: randomUUID(), boot: BOOT, seq: ++seq, ts, data };
          await publish("tele", JSON.stringify(message));
        },
        isConnected: () => client.connected,
        disconnect: () => client.endAsync(),
      };
    },
  };
}

/** A rejected connection has a return code; any other error fails the test. */
function nullIfRejected(error: unknown): null {
  if (error instanceof Error && "code" in error && typeof error.code === "number") return null;
  throw error;
}
