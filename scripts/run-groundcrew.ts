import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { runCommandLine } from "./command/main.ts";
import { FREE_PORTS, NODE_COMPILE_CACHE } from "./start-product.ts";

const PROGRAM = fileURLToPath(new URL("../bin/groundcrew.mjs", import.meta.url));

/** Runs a command of `groundcrew` to its end within this process. */
export async function runHere(args: readonly string[], env: Record<string, string> = {}) {
  const said = { output: "", errors: "" };
  const code = await runCommandLine(args, {
    env: { PATH: process.env["PATH"], ...FREE_PORTS, ...env },
    report: (line) => void (said.output += `${line}\n`),
    complain: (line) => void (said.errors += `${line}\n`),
  });
  return { code, ...said };
}

/** Runs the command `groundcrew` to its end, as a process of its own; `input` is its standard input. */
export async function groundcrew(
  args: readonly string[],
  env: Record<string, string> = {},
  { input = "" }: { input?: string } = {},
) {
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    env: { PATH: process.env["PATH"], NODE_COMPILE_CACHE, ...FREE_PORTS, ...env },
  });
  child.stdin.end(input);
  const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  return { code, output, errors };
}
