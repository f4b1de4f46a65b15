import { setTimeout as sleep } from "node:timers/promises";
import { openMeasuredStation } from "./measured-station.ts";

const EVERY_MS = 700;

/** Connects a station and sends an error again and again. Records when each was sent (ms). */
export async function startErringStation(brokerUrl: string, name: string) {
  const station = await openMeasuredStation(brokerUrl, name);
  const times: number[] = [];
  const stopping = new AbortController();

  async function sendErrors(): Promise<void> {
    while (!stopping.signal.aborted) {
      times.push(await station.sendError());
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
      await station.close();
    },
  };
}
