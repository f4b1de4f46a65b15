import { COMMAND_CODES } from "@groundcrew/shared/link";
import { notFound, Problem } from "../http/index.ts";
import type { CommandResult } from "../link/index.ts";

/** What to tell a viewer about something the station did not do. */
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

/** Whether a station says that it knows no such stream any more. */
export function isGone(result: CommandResult<unknown>): boolean {
  return result.kind === "refused" && result.code === COMMAND_CODES.gone;
}
