import { beatStream, STREAM_HEARTBEAT } from "@groundcrew/shared/streams";
import { call, CallFailure, sentenceOf } from "../api/index.ts";
import type { StreamParams } from "./endings.ts";

const ENDED = "the stream has ended";

/**
 * Sends a heartbeat every 5 seconds until the returned function is called. Calls `onLost` with the reason once the stream is over: the
 * server reports it, or has been unreachable for as long as it keeps a stream without heartbeats.
 */
export function startHeartbeats(params: StreamParams, onLost: (reason: string) => void): () => void {
  let missed = 0;

  async function heartbeat(): Promise<void> {
    try {
      await call(beatStream, { params });
      missed = 0;
    } catch (error) {
      missed += 1;
      const status = error instanceof CallFailure ? error.status : null;
      if (status === 404) onLost(ENDED);
      else if (status === 401 || missed >= STREAM_HEARTBEAT.missed_max) onLost(sentenceOf(error));
    }
  }

  const timer = setInterval(() => void heartbeat(), STREAM_HEARTBEAT.interval_ms);
  return () => clearInterval(timer);
}
