import { COMMAND_CODES } from "@groundcrew/shared/link";
import { notFound, Problem } from "../http/index.ts";
import type { CommandResult } from "../link/index.ts";

/** The answer to a viewer when the station did not do what was asked. */
export function stationRefusal(result: Exclude<CommandResult<unknown>, { kind: "done" }>): Problem {
  switch (result.kind) {
    case "offline":
      return new Problem(503, "The station is offline.");
    case "timeout":
      return new Problem(503, "The station did not answer in time.");
    case "refused":
      return isGone(result) ? notFound() : new Problem(503, `The station refused: ${result.message}`);
  }
}

/** Whether the station answered that the stream no longer exists. */
export function isGone(result: CommandResult<unknown>): boolean {
  return result.kind === "refused" && result.code === COMMAND_CODES.gone;
}
