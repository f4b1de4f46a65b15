import { type Config, readConfig } from "../../server/src/platform/config/index.ts";
import { describeFailure } from "../failure.ts";
import { parseCommandLine, USAGE, UsageError, type Command } from "./command.ts";
import { COMMANDS, helpOf, overview } from "./commands.ts";

/** `report` gets each line of the output, `complain` each line of errors. */
type Surroundings = { env: NodeJS.ProcessEnv; report: (line: string) => void; complain: (line: string) => void };

/** Runs the command line of this process. */
export async function runProgram(): Promise<void> {
  const [, , ...args] = process.argv;
  if (args[0] === "start") {
    // Reads its options itself.
    process.argv.splice(2, 1);
    await import("../start.ts");
    return;
  }
  process.exitCode = await runCommandLine(args, { env: process.env, report: console.log, complain: console.error });
}

/** Runs a command line that does not start the server, and returns its exit code. */
export async function runCommandLine(
  [name = "--help", ...rest]: readonly string[],
  surroundings: Surroundings,
): Promise<number> {
  const command = COMMANDS.get(name);
  if (["--help", "-h", "help"].includes(name)) {
    surroundings.report(overview());
    return 0;
  }
  if (command !== undefined) return run(command, rest, surroundings);
  surroundings.complain(`There is no command ${name}.\n\n${overview()}`);
  return USAGE;
}

async function run(command: Command, args: string[], { env, report, complain }: Surroundings): Promise<number> {
  let config: Config | null = null;
  try {
    const { values, positionals } = parseCommandLine({
      args,
      options: { help: { type: "boolean" } },
      allowPositionals: true,
    });
    if (values.help === true) {
      report(helpOf(command));
      return 0;
    }
    if (command.check?.(positionals) === false) throw new UsageError(`Usage: ${command.usage}`);
    if (command.kind === "unconfigured") return await command.run({ env, positionals, report });
    config = readConfig(env);
    return await command.run({ config, positionals, report });
  } catch (error) {
    if (error instanceof UsageError) {
      complain(error.message);
      return USAGE;
    }
    complain(describeFailure(error, config));
    if (env["LOG_LEVEL"] === "debug") console.error(error);
    return 1;
  }
}
