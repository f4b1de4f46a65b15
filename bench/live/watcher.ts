import { request, type IncomingMessage } from "node:http";
import { createGunzip, deflateRawSync } from "node:zlib";
import { liveEvents } from "@groundcrew/shared/live";

/** A description that a benchmark gave a station, in the order in which they arrived. */
type ChangedDescription = { text: string; at: number };

/** What one watcher has received since `reset`. */
export type Received = {
  /** How many errors the watched station had when a row of it arrived. */
  errors: { total: number; at: number }[];
  changed: ChangedDescription[];
  /** Bytes of the volatile fields, compressed like the events. */
  volatileBytes: number;
};

export type Watcher = {
  /** Bytes since `reset`, as they were transferred. */
  bytes: () => number;
  reset: () => void;
  close: () => void;
};

/** Opens an event stream of a session, from one of many addresses as the browsers of many offices, and counts what arrives. */
export function watch(
  url: string,
  { cookie, nth }: { cookie: string; nth: number },
  onData?: (stream: IncomingMessage) => void,
): Watcher {
  let bytes = 0;
  const after = new Date().toISOString();
  const headers = { cookie, "accept-encoding": "gzip" };
  const localAddress = `127.0.0.${2 + (nth % 200)}`;
  const opened = request(`${url}/api/live?after=${after}`, { headers, localAddress }, (response) => {
    if (response.statusCode !== 200) throw new Error(`The stream was refused with ${response.statusCode}.`);
    response.on("data", (chunk: Buffer) => (bytes += chunk.length));
    response.on("error", () => undefined);
    onData?.(response);
  });
  opened.on("error", (error) => {
    if (!opened.destroyed) throw error;
  });
  opened.end();
  return { bytes: () => bytes, reset: () => void (bytes = 0), close: () => void opened.destroy() };
}

/** A watcher that also reads what it receives. */
export function probe(
  url: string,
  { station, ...session }: { cookie: string; nth: number; station: string },
): Watcher & { received: () => Received } {
  let received: Received = { errors: [], changed: [], volatileBytes: 0 };

  function take(data: string, at: number): void {
    const { changes } = liveEvents.stations.parse(JSON.parse(data));
    for (const change of changes) {
      if ("volatile" in change) received.volatileBytes += deflateRawSync(JSON.stringify(change), { level: 1 }).length;
      if (!("rev" in change)) continue;
      if (change.description.startsWith("changed at")) received.changed.push({ text: change.description, at });
      if (change.name === station) received.errors.push({ total: change.errors_total, at });
    }
  }

  const watcher = watch(url, session, (response) => {
    let text = "";
    const body = response.pipe(createGunzip());
    body.on("error", () => undefined);
    body.on("data", (chunk: Buffer) => {
      text += chunk.toString();
      const blocks = text.split("\n\n");
      text = blocks.pop() ?? "";
      for (const block of blocks) {
        const data = /^event: stations\n(?:id: .*\n)?data: (.*)$/.exec(block)?.[1];
        if (data !== undefined) take(data, Date.now());
      }
    });
  });

  return {
    ...watcher,
    received: () => received,
    reset() {
      watcher.reset();
      received = { errors: [], changed: [], volatileBytes: 0 };
    },
  };
}
