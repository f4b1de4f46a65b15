import { spawn } from "node:child_process";
import { once } from "node:events";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

/** A command of the checks. The output of a quiet one is shown only when it fails. */
export type Step = {
  name: string;
  command: string[];
  isQuiet?: true;
  env?: Record<string, string>;
  /** Installs what the command needs. */
  prepare?: () => void;
};

const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** Everything that is checked without running the code, fastest first, so that small mistakes fail early. */
export const STATIC_CHECKS: readonly Step[] = [
  { name: "conformance", command: ["node", "scripts/conformance.ts", "--check"], isQuiet: true },
  { name: "format", command: ["oxfmt", "--check"], isQuiet: true },
  ...["shared", "server", "web", "web/service-worker", "e2e"].map((folder): Step => ({
    name: `types of ${folder}`,
    command: ["tsc", "-p", folder],
    isQuiet: true,
  })),
  {
    name: "lint",
    command: ["oxlint", "--type-aware", "--deny-warnings", "--report-unused-disable-directives"],
    isQuiet: true,
  },
  { name: "dead code", command: ["knip"], isQuiet: true },
];

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

async function runStep({ name, command, isQuiet, env, prepare }: Step, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  prepare?.();
  const startMs = performance.now();
  const [program = "", ...args] = command;
  const child = spawn(program, args, {
    cwd: ROOT,
    signal,
    stdio: ["ignore", isQuiet ? "pipe" : "inherit", isQuiet ? "pipe" : "inherit"],
    env: {
      ...process.env,
      PATH: [join(ROOT, "node_modules", ".bin"), process.env["PATH"]].join(delimiter),
      ...env,
    },
    shell: process.platform === "win32",
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  }
  const [code, ended] = await once(child, "close");
  if (code !== 0) throw new Error(`${output}✗ ${name}: ${command.join(" ")} ended with ${ended ?? `exit ${code}`}`);
  console.log(`✓ ${name} (${secondsSince(startMs)})`);
}

function secondsSince(startMs: number): string {
  return `${((performance.now() - startMs) / 1_000).toFixed(1)} s`;
}
