import type { Config } from "../../server/src/config/index.ts";

/** A command line that makes no sense. The message says which one does. */
export class UsageError extends Error {}

type Report = (line: string) => void;
export type Run = { config: Config; positionals: readonly string[]; report: Report };

export type Command = {
  usage: string;
  summary: string;
  help: readonly string[];
  check?: (given: string[]) => boolean;
} & (
  | { kind: "configured"; run: (run: Run) => Promise<number> }
  /** Also runs when settings are wrong. */
  | { kind: "unconfigured"; run: (run: { env: NodeJS.ProcessEnv; report: Report }) => Promise<number> }
);
