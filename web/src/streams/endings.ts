import { closeStream } from "@groundcrew/shared/streams";
import { call } from "../api/index.ts";

/** The route parameters of a stream: its station's name and its id. */
export type StreamParams = { station: string; stream: string };

const pendingEndings = new Set<Promise<unknown>>();

/** Resolves when all streams that this page is ending have ended, because the server counts them until then. */
export async function settledEndings(): Promise<void> {
  await Promise.all(pendingEndings);
}

/** Ends a stream on the server, even while the page is being left. */
export function endStream(params: StreamParams): void {
  // If the request is lost, the stream ends for lack of heartbeats.
  noteEnding(call(closeStream, { params }, { keepalive: true }).catch(() => undefined));
}

/** Registers the ending of a stream, for `settledEndings`. The promise must not reject. */
export function noteEnding(ending: Promise<unknown>): void {
  pendingEndings.add(ending);
  void ending.finally(() => pendingEndings.delete(ending));
}
