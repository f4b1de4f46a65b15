import { COMMAND_CODES, type CmdAck } from "@groundcrew/shared/link";

/** The result of a command, without the ids that its answer also contains. */
export type Outcome = Pick<CmdAck, "code" | "message" | "output">;

/** The outcome of a command that succeeded. */
export function done(output: unknown): Outcome {
  return { code: COMMAND_CODES.done, message: "", output };
}

/** The outcome of a command that was rejected or failed. */
export function refuse(code: Exclude<keyof typeof COMMAND_CODES, "done">, message: string): Outcome {
  return { code: COMMAND_CODES[code], message, output: null };
}
