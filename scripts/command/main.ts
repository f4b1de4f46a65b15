import { type Config, readConfig } from "../../server/src/config/index.ts";
import { describeFailure } from "../failure.ts";
import { parseCommandLine, USAGE, UsageError, type Command } from "./command.ts";
import { COMMANDS, helpOf, overview } from "./commands.ts";

const [name = "--help", ...rest] = process.argv.slice(2);
const command = COMMANDS.get(name);
if (name === "start") {
  // Reads its options itself.
  process.argv.splice(2, 1);
  await import("../start.ts");
} else if (["--help", "-h", "help"].includes(name)) {
  console.log(overview());
} else if (command === undefined) {
  console.error(`There is no command ${name}.\n\n${overview()}`);
  process.exitCode = USAGE;
} else {
  process.exitCode = await run(command, rest);
}

async function run(command: Command, args: string[]): Promise<number> {
  let config: Config | null = null;
  try {
    const { values, positionals } = parseCommandLine({
      args,
      options: { help: { type: "boolean" } },
      allowPositionals: true,
    });
    if (values.help === true) {
      console.log(helpOf(command));
      return 0;
    }
    if (command.check?.(positionals) === false) throw new UsageError(`Usage: ${command.usage}`);
    if (command.kind === "unconfigured") return await command.run({ env: process.env, report: console.log });
    config = readConfig(process.env);
    return await command.run({ config, positionals, report: console.log });
  } catch (error) {
    if (error instanceof UsageError) {
      console.error(error.message);
      return USAGE;
    }
    console.error(describeFailure(error, config));
    if (process.env["LOG_LEVEL"] === "debug") console.error(error);
    return 1;
  }
}
