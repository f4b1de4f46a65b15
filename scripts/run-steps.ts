import { spawn } from "node:child_process";
import { once } from "node:events";
import { constants, setPriority } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureTestBrowsers } from "./chromium.ts";
import { ensureFfmpeg } from "./ffmpeg.ts";

/** A command of the checks. The output of a quiet one is shown only when it fails. */
export type Step = {
  name: string;
  command: string[];
  isQuiet?: true;
  /** Its output is shown and returned. */
  isKept?: true;
  env?: Record<string, string>;
  /** It gets only the processor time that other programs leave. */
  isPatient?: true;
  /** Installs what the command needs. */
  prepare?: () => void;
};

const ROOT = fileURLToPath(new URL("..", import.meta.url));
/** Compiled modules, which all processes of the checks share. */
const COMPILED = join(ROOT, "node_modules", ".cache", "compiled");

/** Everything that is checked without running the code, fastest first, so that small mistakes fail early. */
export const STATIC_CHECKS: readonly Step[] = [
  { name: "conformance", command: ["node", "scripts/conformance.ts", "--check"], isQuiet: true },
  { name: "format", command: ["oxfmt", "--check"], isQuiet: true },
  {
    name: "types and lint",
    command: ["oxlint", "--type-aware", "--type-check", "--deny-warnings", "--report-unused-disable-directives"],
    isQuiet: true,
    // Written in Go, it collects garbage too often for a program that ends after half a minute.
    env: { GOGC: "400" },
  },
  { name: "dead code", command: ["knip"], isQuiet: true },
];

/** Built once, because several tests would otherwise build it at the same time. A test checks that NODE_ENV made no difference. */
export const WEB_APP: Step = {
  name: "web app",
  command: ["node", "scripts/web-build.ts"],
  env: { NODE_ENV: "test" },
};

export const UNIT: Step = {
  name: "unit, server and component tests",
  command: ["vitest", "run", "--project=!deep"],
  // Downloaded here, because a download takes longer than a test may.
  prepare: () => (ensureFfmpeg(), ensureTestBrowsers(console.log)),
};

/** Runs lists of steps: each list in its order, all lists at the same time. The first failure ends everything, with exit code 1. */
export async function runSteps(...lists: (readonly Step[])[]): Promise<void> {
  const failed = new AbortController();
  const runList = async (list: readonly Step[]) => {
    for (const step of list) await runStep(step, failed.signal);
  };
  const startMs = performance.now();
  try {
    await Promise.all(lists.map(runList));
    console.log(`All passed (${secondsSince(startMs)}).`);
  } catch (error) {
    failed.abort();
    console.error(`\n${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  }
}

/** Runs a command and returns the output of a quiet or kept one. Throws if it fails. */
export async function runStep(step: Step, signal: AbortSignal): Promise<string> {
  const { name, command, isQuiet, isKept, env, isPatient, prepare } = step;
  if (signal.aborted) return "";
  prepare?.();
  const startMs = performance.now();
  const [program = "", ...args] = command;
  const output = isQuiet || isKept ? "pipe" : "inherit";
  const child = spawn(program, args, {
    cwd: ROOT,
    signal,
    stdio: ["ignore", output, output],
    env: {
      ...process.env,
      NODE_COMPILE_CACHE: COMPILED,
      PATH: [join(ROOT, "node_modules", ".bin"), process.env["PATH"]].join(delimiter),
      ...env,
    },
    shell: process.platform === "win32",
  });
  if (isPatient && child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  let kept = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text: string) => {
      kept += text;
      if (!isQuiet) process.stdout.write(text);
    });
  }
  const [code, ended] = await once(child, "close");
  const failure = `✗ ${name}: ${command.join(" ")} ended with ${ended ?? `exit ${code}`}`;
  if (code !== 0) throw new Error(isQuiet ? `${kept}${failure}` : failure);
  console.log(`✓ ${name} (${secondsSince(startMs)})`);
  return kept;
}

function secondsSince(startMs: number): string {
  return `${((performance.now() - startMs) / 1_000).toFixed(1)} s`;
}
