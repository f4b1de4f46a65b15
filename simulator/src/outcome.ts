import { COMMAND_CODES, type CmdAck } from "@groundcrew/shared/link";

/** How a command went, before it is addressed to whoever asked. */
export type Outcome = Pick<CmdAck, "code" | "message" | "output">;

/** The answer to a command that was done. */
export function done(output: unknown): Outcome {
  return { code: COMMAND_CODES.done, message: "", output };
}

/** The answer to a command that was not. */
export function refuse(code: Exclude<keyof typeof COMMAND_CODES, "done">, message: string): Outcome {
  return { code: COMMAND_CODES[code], message, output: null };
}
