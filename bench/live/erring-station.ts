import { setTimeout as sleep } from "node:timers/promises";
import { connectStation, sendMessage } from "../../server/test/station.ts";
import { birthText } from "../ingest/messages.ts";

const EVERY_MS = 700;

/** Connects a station and sends an error again and again. Records when each was sent (ms). */
export async function startErringStation(brokerUrl: string, name: string) {
  const client = await connectStation(Number(new URL(brokerUrl).port), name);
  let sequence = 1;
  await sendMessage(client, "birth", birthText(sequence));
  const times: number[] = [];
  const stopping = new AbortController();

  async function sendErrors(): Promise<void> {
    while (!stopping.signal.aborted) {
      sequence += 1;
      const ts = Date.now();
      const facts = { error_message: "Belt slipped.", job_type: "swap_drone" };
      const data = { kind: "station_error", event_id: `live-${sequence}`, occurred: ts, facts };
      times.push(ts);
      await sendMessage(client, "event", { v: 1, id: `1-${sequence}`, boot: 1, seq: sequence, ts, data });
      await sleep(EVERY_MS);
    }
  }

  const sending = sendErrors();
  return {
    /** When each error was sent; the nth makes n + 1 in all. */
    times,
    async stop(): Promise<void> {
      stopping.abort();
      await sending;
      await client.endAsync();
    },
  };
}
