import { closeStream } from "@groundcrew/shared/streams";
import { call } from "../api/index.ts";

/** A stream at its station. */
export type StreamPlace = { station: string; stream: string };

const endings = new Set<Promise<unknown>>();

/** Resolves when no stream of this page is being ended: the server counts those until they are gone. */
export async function settledEndings(): Promise<void> {
  await Promise.all(endings);
}

/** Has the server end a stream, even while the page is being left. */
export function endStream(place: StreamPlace): void {
  // Should it not be heard, the stream ends when no heartbeat comes.
  noteEnding(call(closeStream, { params: place }, { keepalive: true }).catch(() => undefined));
}

/** Takes note that something ends; it must not fail. */
export function noteEnding(ending: Promise<unknown>): void {
  endings.add(ending);
  void ending.finally(() => endings.delete(ending));
}
