import { request, type ClientRequest, type IncomingMessage } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { createGunzip } from "node:zlib";
import { SECOND_MS } from "@groundcrew/shared/lib";
import { liveEvents } from "@groundcrew/shared/live";
import { hashBuckets } from "@groundcrew/shared/stations";
import { retryDelay } from "../../web/src/data/live/retry.ts";

/** A stream that lasted this long was not a failure, as in the web app. */
const LASTED_MS = 10 * SECOND_MS;
const LIST = "/api/stations?include_support_metrics=true&include_telemetry=true&compact=true&filter_online_after=";

/** Up to where the list of all programs is current: the id of the newest event, its time, and the revisions of the rows. */
export type Position = { id: string | null; asOf: string; revisions: Map<string, number> };

type ListRequest = { at: number; isWhole: boolean; bytes: number; ms: number };

/** What a program did since it was started. Times in ms. */
export type ReturningWatcher = {
  /** When its streams said hello. */
  hellos: number[];
  /** How many streams it tried to open in vain. */
  failures: number[];
  lists: ListRequest[];
  close: () => void;
};

type Session = { cookie: string; nth: number; position: Position };

/**
 * Watches as a browser does: when its stream ends, it opens another one after the web app's delay, and it requests the list's changes when the
 * server does not know what it has missed. All programs see the same, so only the first one reads events after its first one, for all of
 * them.
 */
export function watchAndReturn(url: string, session: Session): ReturningWatcher {
  const { cookie, nth, position } = session;
  const [hellos, failures, lists]: [number[], number[], ListRequest[]] = [[], [], []];
  const localAddress = `127.0.0.${2 + (nth % 200)}`;
  const headers = { cookie, "accept-encoding": "gzip, deflate, br, zstd" };
  let current: ClientRequest | null = null;
  /** What this program has when its stream ends, although others have already received more then. */
  let known = { ...position };
  const closing = new AbortController();

  async function run(): Promise<void> {
    for (let failed = 0; !closing.signal.aborted;) {
      const openedMs = performance.now();
      const afterMs = await watchOnce();
      if (closing.signal.aborted) return;
      if (performance.now() - openedMs >= LASTED_MS) failed = 0;
      await sleep(retryDelay({ failures: failed, afterMs }, Math.random()));
      failed += 1;
    }
  }

  /** One stream until it ends. Returns how long the server asked to wait at least (ms). */
  async function watchOnce(): Promise<number | null> {
    const { id, asOf } = known;
    const continued = id === null ? {} : { "last-event-id": id };
    try {
      const response = await open(`${url}/api/live?after=${asOf}`, { ...headers, ...continued });
      if (response.statusCode === 200) {
        await read(response);
        known = { ...position };
      } else response.resume();
      const retryAfter = response.headers["retry-after"];
      return retryAfter === undefined ? null : Number(retryAfter) * SECOND_MS;
    } catch {
      failures.push(Date.now());
      return null;
    }
  }

  function open(address: string, sent: Record<string, string>): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      current = request(address, { headers: sent, localAddress }, resolve).on("error", reject);
      current.end();
    });
  }

  function read(response: IncomingMessage): Promise<void> {
    const ended = Promise.withResolvers<void>();
    response.once("close", ended.resolve).on("error", () => undefined);
    const body = response.pipe(createGunzip()).on("error", () => undefined);
    let text = "";
    body.on("data", (chunk: Buffer) => {
      text += chunk.toString();
      const blocks = text.split("\n\n");
      text = blocks.pop() ?? "";
      const names = blocks.map(take);
      if (nth === 0 || !names.some((name) => name === "stations" || name === "resync")) return;
      response.unpipe(body);
      body.destroy();
      response.resume();
    });
    return ended.promise;
  }

  /** Takes an event and returns its name. */
  function take(block: string): string | undefined {
    const name = /^event: (\w+)$/m.exec(block)?.[1];
    if (name === "hello") hellos.push(Date.now());
    if (name === "resync") void requestChanges();
    const id = /^id: (\w+\.(\d+))$/m.exec(block);
    if (nth === 0 && id) {
      position.id = id[1] ?? null;
      position.asOf = new Date(Number(id[2])).toISOString();
      for (const change of liveEvents.stations.parse(JSON.parse(/^data: (.*)$/m.exec(block)?.[1] ?? "")).changes) {
        if ("rev" in change) position.revisions.set(change.name, change.rev);
        if ("removed" in change) position.revisions.delete(change.name);
      }
    }
    return name;
  }

  async function requestChanges(): Promise<void> {
    const at = Date.now();
    const response = await new Promise<IncomingMessage | null>((resolve) => {
      const rows = Array.from(position.revisions, ([stationName, rev]) => ({ name: stationName, rev }));
      const path = `${LIST}${known.asOf}&known=${hashBuckets(rows)}`;
      const sent = request(`${url}${path}`, { headers, localAddress }, resolve);
      sent.on("error", () => resolve(null)).end();
    });
    if (!response) return;
    let bytes = 0;
    for await (const chunk of response) bytes += Buffer.from(chunk).length;
    lists.push({ at, isWhole: response.headers["x-full"] === "1", bytes, ms: Date.now() - at });
  }

  void run();
  return {
    hellos,
    failures,
    lists,
    close() {
      closing.abort();
      current?.destroy();
    },
  };
}
