import { LIVE_HEARTBEAT_S, watchLive, type LiveEvents } from "@groundcrew/shared/live";
import type { FakeServer } from "./fake-server.ts";

/** A stream of live changes that a page has opened. */
type FakeStream = {
  query: URLSearchParams;
  headers: Headers;
  /** Whether neither side has ended it. */
  isOpen: () => boolean;
  send: <Name extends keyof LiveEvents>(name: Name, data: LiveEvents[Name], id?: string) => void;
  /** Sends a comment, as a server does that has nothing to report. */
  comment: () => void;
  /** Ends it without an event, as when a connection is cut. */
  cut: () => void;
};

/** Serves the stream of live changes: each one begins as from a real server, has its heartbeat, and continues as the test says. */
export function serveLive(server: FakeServer) {
  const streams: FakeStream[] = [];
  let isSilent = false;
  let refusal: { status: number; retryAfter: string | null } | null = null;
  server.onRaw(watchLive, async (request, signal) => {
    if (refusal) return refused(refusal);
    const { stream, response } = openStream(request, signal, () => isSilent);
    streams.push(stream);
    return response;
  });
  return {
    /** All streams so far. */
    streams,
    open: () => streams.filter((stream) => stream.isOpen()),
    /** The newest stream. */
    last(): FakeStream {
      const last = streams.at(-1);
      if (!last) throw new Error("No stream was opened.");
      return last;
    },
    /** Stops the heartbeats, as when the server is suspended. */
    setSilent: (next: boolean) => void (isSilent = next),
    /** Refuses further streams; null accepts them again. */
    refuse: (next: typeof refusal) => void (refusal = next),
  };
}

/** Refuses every stream, so that everything is polled. */
export function refuseLive(server: FakeServer): void {
  server.onRaw(watchLive, async () => refused({ status: 503, retryAfter: "86400" }));
}

function refused({ status, retryAfter }: { status: number; retryAfter: string | null }): Response {
  return new Response(null, { status, headers: retryAfter === null ? {} : { "retry-after": retryAfter } });
}

function openStream(
  request: Request,
  signal: AbortSignal,
  isSilent: () => boolean,
): { stream: FakeStream; response: Response } {
  let isOpen = true;
  let write = (_text: string) => {};
  const heartbeat = setInterval(() => {
    if (!isSilent()) write(":\n\n");
  }, LIVE_HEARTBEAT_S * 1_000);
  const close = () => {
    isOpen = false;
    clearInterval(heartbeat);
  };
  let cut = () => {};
  const body = new ReadableStream<Uint8Array>({
    start(control) {
      const encoder = new TextEncoder();
      write = (text) => control.enqueue(encoder.encode(text));
      cut = () => {
        if (isOpen) control.close();
        close();
      };
      signal.addEventListener("abort", () => {
        if (isOpen) control.error(signal.reason);
        close();
      });
    },
    cancel: close,
  });
  const stream: FakeStream = {
    query: new URL(request.url).searchParams,
    headers: request.headers,
    isOpen: () => isOpen,
    send: (name, data, id) =>
      write(`${id === undefined ? "" : `id: ${id}\n`}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`),
    comment: () => write(":\n\n"),
    cut: () => cut(),
  };
  stream.send("hello", { server_time: new Date().toISOString() });
  return { stream, response: new Response(body, { headers: { "content-type": "text/event-stream" } }) };
}
