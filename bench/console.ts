import { setTimeout as sleep } from "node:timers/promises";
import { DEMO_PASSWORD, demoAccounts } from "@groundcrew/server/demo";
import { mergeStations, removedStation, station, Stations, volatileUpdate } from "@groundcrew/shared/stations";
import { z } from "zod";
import { percentile } from "../server/test/percentile.ts";
import { ms } from "./measure.ts";

const LIST = "/api/stations?include_support_metrics=true&include_telemetry=true";
const POLL_INTERVAL_MS = 100;
const changes = z.array(z.union([volatileUpdate, removedStation, station]));

/** What an open console does: it is logged in as an admin. */
export type Console = {
  /** Polls for changes of the list; returns the delays from the receipt of each snapshot, and the response times, in ms. */
  watchList: (forMs: number) => Promise<{ delays: number[]; responses: number[] }>;
  /** Requests what the pages of these stations show, one call after the other, and returns the times of all calls in ms. */
  readPages: (names: readonly string[], forMs: number) => Promise<number[]>;
};

export async function openConsole(url: string): Promise<Console> {
  const headers = { cookie: await logIn(url) };
  return {
    watchList: (forMs) => watchList(`${url}${LIST}`, headers, forMs),
    readPages: (names, forMs) => readPages(url, { names, headers, forMs }),
  };
}

/** The cookie of a new session, by default an admin's. */
export async function logIn(url: string, email = demoAccounts[0]?.email): Promise<string> {
  const body = JSON.stringify({ email, password: DEMO_PASSWORD });
  const headers = { "content-type": "application/json" };
  const response = await fetch(`${url}/api/sessions/current`, { method: "POST", headers, body });
  if (response.status !== 201) throw new Error(`Logging in returned ${response.status}.`);
  return response.headers.getSetCookie()[0]?.split(";")[0] ?? "";
}

/** Median and 95th percentile for a table. */
export function cells(times: number[]): string {
  return `${ms(percentile(times, 0.5))} / ${ms(percentile(times, 0.95))} ms`;
}

type Headers = { cookie: string };

/** It uses the arrival time of the response, so delays can be too high by the duration of one poll. */
async function watchList(url: string, headers: Headers, forMs: number) {
  const [delays, responses]: [number[], number[]] = [[], []];
  let known = Stations.of(new Map());
  let since: string | null = null;
  const end = performance.now() + forMs;
  while (performance.now() < end) {
    const requestedAt = performance.now();
    const query: string = since === null ? "" : `&compact=true&filter_online_after=${since}`;
    const response: Response = await fetch(`${url}${query}`, { headers });
    const { stations: merged, isComplete } = mergeStations(known, changes.parse(await response.json()));
    const now = Date.now();
    if (since !== null) responses.push(performance.now() - requestedAt);
    since = isComplete ? response.headers.get("x-as-of") : null;
    for (const { name, last_telemetry: receivedAt } of merged.values()) {
      const earlier = known.get(name)?.last_telemetry;
      if (receivedAt && earlier && earlier !== receivedAt) delays.push(now - Date.parse(receivedAt));
    }
    known = merged;
    await sleep(POLL_INTERVAL_MS);
  }
  return { delays, responses };
}

const CALLS_INTERVAL_MS = 20;
const PAGE = ["", "/errors?filter_resolved=false", "/statistics/history", "/configs", "/cameras"];

async function readPages(url: string, load: { names: readonly string[]; headers: Headers; forMs: number }) {
  const times: number[] = [];
  const end = performance.now() + load.forMs;
  for (let nth = 0; performance.now() < end; nth += 1) {
    const name = load.names[Math.floor(nth / PAGE.length) % load.names.length];
    const startMs = performance.now();
    const response = await fetch(`${url}/api/stations/${name}${PAGE[nth % PAGE.length]}`, { headers: load.headers });
    await response.arrayBuffer();
    times.push(performance.now() - startMs);
    if (response.status !== 200) throw new Error(`${response.url} returned ${response.status}.`);
    await sleep(CALLS_INTERVAL_MS);
  }
  return times;
}
