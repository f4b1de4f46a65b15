import { streamFailures } from "@groundcrew/shared/streams";
import { CallFailure } from "../api/index.ts";

/** A stream that could not be opened or was interrupted. The message is the text to show. */
export class StreamFailure extends Error {
  override readonly name = "StreamFailure";
}

/** Runs one step of opening a stream; a failure has the step's name. */
export async function step<T>(name: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw new StreamFailure(streamFailures.failed(name, reasonOf(error)));
  }
}

function reasonOf(error: unknown): string {
  // The browser's own WebRTC message helps to find the cause.
  return error instanceof CallFailure || error instanceof Error ? error.message : String(error);
}

/** The message to show for an error that ended a stream. */
export function failureSentence(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
