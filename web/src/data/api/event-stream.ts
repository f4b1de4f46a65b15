import { BUILD_HEADER, TIME_HEADER, type Args, type Endpoint } from "@groundcrew/shared/contract";
import { SECOND_MS } from "@groundcrew/shared/lib";
import { learnServerTime, pageMs } from "../clock/index.ts";
import { learnServerBuild } from "../../lib/index.ts";
import { requestUrl } from "./call.ts";

type StreamEndpoint = Endpoint & { method: "GET"; events: object };

/** The server's answer. `retryAfterMs` is the wait that it asked for; null without one. */
export type OpenedStream =
  | { kind: "open"; body: ReadableStream<Uint8Array> }
  | { kind: "refused"; status: number; retryAfterMs: number | null };

/**
 * Requests a declared stream of server-sent events. It is always a background request, and does not change which of the other requests
 * count as use of the session. Rejects if nothing answers or `signal` is aborted.
 */
export async function openEventStream<E extends StreamEndpoint>(
  endpoint: E,
  args: Args<E> & { query?: unknown },
  { lastEventId, signal }: { lastEventId: string | null; signal: AbortSignal },
): Promise<OpenedStream> {
  const sentMs = pageMs();
  const response = await fetch(requestUrl(endpoint, args), {
    cache: "no-store",
    signal,
    headers: {
      accept: "text/event-stream",
      "x-background": "1",
      ...(lastEventId !== null && { "last-event-id": lastEventId }),
    },
  });
  const { status, headers, body } = response;
  learnServerTime(headers.get(TIME_HEADER), sentMs);
  learnServerBuild(headers.get(BUILD_HEADER));
  const isStream = headers.get("content-type")?.startsWith("text/event-stream") === true;
  if (status === 200 && isStream && body) return { kind: "open", body };
  await body?.cancel();
  return { kind: "refused", status, retryAfterMs: secondsIn(headers.get("retry-after")) };
}

/** The header as a number of seconds (ms); null for a date, which servers rarely send. */
function secondsIn(text: string | null): number | null {
  return text !== null && /^\d{1,6}$/.test(text) ? Number(text) * SECOND_MS : null;
}
