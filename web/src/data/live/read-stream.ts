import { ANSWER_MS } from "@groundcrew/shared/contract";
import { SECOND_MS } from "@groundcrew/shared/lib";
import { watchLive, type LiveEnd } from "@groundcrew/shared/live";
import { createParser, type EventSourceMessage } from "eventsource-parser";
import { openEventStream } from "../api/index.ts";
import { pageMs } from "../clock/index.ts";
import { SILENCE_MS } from "./connection.ts";
import { parseEvent, type RawEvent } from "./events.ts";
import type { TabNeeds } from "./needs.ts";

/** How a stream ended. */
export type StreamEnd =
  | { kind: "bye"; reason: LiveEnd; withinMs: number }
  | { kind: "lost"; reason: "broken" | "silent" }
  | { kind: "refused"; status: number; retryAfterMs: number | null };

type StreamOptions = {
  lastEventId: string | null;
  /** Ends the stream when it is aborted. */
  signal: AbortSignal;
  /** Ends it as silent when it is aborted. */
  suspected: AbortSignal;
  /** Something arrived, if only a comment. */
  onReceived: () => void;
  onEvent: (event: RawEvent) => void;
};

const CHECK_MS = SECOND_MS;

/** Opens the stream and reads it until it ends. The first event has the same time limit as any other response. */
export async function readStream(needs: TabNeeds, options: StreamOptions): Promise<StreamEnd> {
  const { lastEventId, onReceived, onEvent } = options;
  const silence = watchSilence();
  const isSilent = AbortSignal.any([options.suspected, silence.signal]);
  const signal = AbortSignal.any([options.signal, isSilent]);
  let end: StreamEnd | null = null;
  const parser = createParser({
    onEvent(message) {
      const event = rawEvent(message);
      silence.received(SILENCE_MS);
      onReceived();
      if (event.name === "bye") end = endIn(event);
      onEvent(event);
    },
    onComment() {
      silence.received(SILENCE_MS);
      onReceived();
    },
  });
  try {
    const opened = await openEventStream(watchLive, { query: queryFor(needs), headers: {} }, { lastEventId, signal });
    if (opened.kind === "refused") return opened;
    const decoder = new TextDecoder();
    const reader = opened.body.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      parser.feed(decoder.decode(value, { stream: true }));
      if (end) break;
    }
    void reader.cancel();
    return end ?? { kind: "lost", reason: "broken" };
  } catch {
    // Nothing answered, the connection was cut, or an event is not what this version expects.
    return { kind: "lost", reason: isSilent.aborted ? "silent" : "broken" };
  } finally {
    silence.stop();
  }
}

function rawEvent({ event = "message", id, data }: EventSourceMessage): RawEvent {
  return { name: event, id: id ?? null, text: data };
}

function endIn(event: RawEvent): StreamEnd | null {
  const parsed = parseEvent(event);
  return parsed?.name === "bye" ? { kind: "bye", reason: parsed.data.reason, withinMs: parsed.data.within_ms } : null;
}

function queryFor({ parts, names, hasList, asOf, rows }: TabNeeds) {
  return {
    ...(parts.includes("config") && { include_config: true }),
    ...(parts.includes("ssot") && { include_ssot: true }),
    ...(parts.includes("replaceables") && { include_replaceables: true }),
    ...(hasList && asOf !== null && { after: asOf }),
    ...(names.length > 0 && { names: names.join(",") }),
    ...(rows && { rows: true }),
  };
}

/** Aborts its signal when nothing has arrived for too long. It checks the page's time, because timers stop while the computer sleeps. */
function watchSilence() {
  const control = new AbortController();
  let dueMs = pageMs() + ANSWER_MS;
  const timer = setInterval(() => {
    if (pageMs() >= dueMs) control.abort();
  }, CHECK_MS);
  return {
    signal: control.signal,
    received: (nextWithinMs: number) => void (dueMs = pageMs() + nextWithinMs),
    stop: () => clearInterval(timer),
  };
}
