import type { MqttClient } from "mqtt";
import { connectStation, sendMessage } from "../../server/test/station.ts";
import { birthText, snapshotText } from "../ingest/messages.ts";

const SNAPSHOT_BYTES = 4_000;
const FACTS = {
  station_error: { error_message: "Belt slipped.", job_type: "swap_drone" },
  swap: {},
};

/**
 * Connects a station, which exists, and of which a benchmark measures when something arrives. What it does resolves with the time (ms) at
 * which that began.
 */
export async function openMeasuredStation(brokerUrl: string, name: string) {
  let sequence = 0;
  let client: MqttClient = await connected();

  async function connected(): Promise<MqttClient> {
    const opened = await connectStation(Number(new URL(brokerUrl).port), name);
    sequence += 1;
    await sendMessage(opened, "birth", birthText(sequence, Object.keys(FACTS)));
    return opened;
  }

  async function sendEvent(kind: keyof typeof FACTS): Promise<number> {
    sequence += 1;
    const ts = Date.now();
    const data = { kind, event_id: `live-${sequence}`, occurred: ts, facts: FACTS[kind] };
    await sendMessage(client, "event", { v: 1, id: `1-${sequence}`, boot: 1, seq: sequence, ts, data });
    return ts;
  }

  return {
    sendError: () => sendEvent("station_error"),
    sendSwap: () => sendEvent("swap"),
    /** Reports readings, without which a station's readiness is not known after three minutes. */
    async sendSnapshot(): Promise<void> {
      sequence += 1;
      await sendMessage(client, "tele", snapshotText(sequence, SNAPSHOT_BYTES));
    },
    async connect(): Promise<number> {
      const at = Date.now();
      client = await connected();
      return at;
    },
    /** Breaks the connection without a message. */
    async disconnect(): Promise<number> {
      const at = Date.now();
      const closed = Promise.withResolvers<void>();
      client.once("close", () => closed.resolve());
      client.stream.destroy();
      await closed.promise;
      return at;
    },
    async close(): Promise<void> {
      await client.endAsync();
    },
  };
}
