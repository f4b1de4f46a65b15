import { streamFailures } from "@groundcrew/shared/streams";
import { CallFailure } from "../api/index.ts";

/** A stream could not be opened, or broke off. The message is the sentence to show. */
export class StreamFailure extends Error {
  override readonly name = "StreamFailure";
}

/** Does one step of opening a stream; a failure names the step. */
export async function step<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new StreamFailure(streamFailures.failed(name, reasonOf(error)));
  }
}

function reasonOf(error: unknown): string {
  // The browser's own words about WebRTC help to find the cause.
  return error instanceof CallFailure || error instanceof Error ? error.message : String(error);
}

/** The sentence for anything that ended a stream. */
export function failureSentence(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
