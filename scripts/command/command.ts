import { parseArgs, type ParseArgsConfig } from "node:util";
import type { Config } from "../../server/src/platform/config/index.ts";

/** A command line that makes no sense. The message says which one does. */
export class UsageError extends Error {}

/** The exit code of a command line that makes no sense, as opposed to a command that failed. */
export const USAGE = 2;

/** Parses a command line. Throws a `UsageError` if it makes no sense. */
export function parseCommandLine<const C extends ParseArgsConfig>(config: C) {
  try {
    return parseArgs(config);
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

type Report = (line: string) => void;
export type Run = { config: Config; positionals: readonly string[]; report: Report };
/** A run that reads no settings of the server. */
export type UnconfiguredRun = { env: NodeJS.ProcessEnv; positionals: readonly string[]; report: Report };

export type Command = {
  usage: string;
  summary: string;
  help: readonly string[];
  check?: (given: string[]) => boolean;
} & (
  | { kind: "configured"; run: (run: Run) => Promise<number> }
  /** Also runs when settings are wrong. */
  | { kind: "unconfigured"; run: (run: UnconfiguredRun) => Promise<number> }
);
