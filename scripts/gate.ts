import { spawn } from "node:child_process";
import { once } from "node:events";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureChromium } from "./chromium.ts";
import { ensureMosquitto } from "./mosquitto.ts";

/** The command lines of a step, which run two at a time. */
type Step = { name: string; commands: string[][]; env?: () => Record<string, string> };

const root = fileURLToPath(new URL("..", import.meta.url));
const AT_ONCE = 2;

/** The fastest steps are first, so that small mistakes fail early. */
const STEPS: Step[] = [
  { name: "conformance", commands: [["node", "scripts/conformance.ts"]] },
  { name: "format", commands: [["oxfmt", "--check"]] },
  { name: "types", commands: ["shared", "server", "web", "e2e"].map((folder) => ["tsc", "-p", folder]) },
  { name: "lint", commands: [["oxlint", "--type-aware", "--deny-warnings"]] },
  { name: "dead code", commands: [["knip"]] },
  {
    name: "unit and server tests",
    commands: [["vitest", "run"]],
    // Built once here, before several tests need it at the same time.
    env: () => (ensureMosquitto(), {}),
  },
  {
    name: "browser tests",
    commands: [["playwright", "test", "--config", "e2e/playwright.config.ts"]],
    env: () => ({ CHROMIUM: ensureChromium(console.log) }),
  },
];

const began = performance.now();
try {
  for (const step of STEPS) await runStep(step);
  console.log(`\nAll checks passed (${seconds(began)}).`);
} catch (error) {
  console.error(`\n${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}

async function runStep({ name, commands, env = () => ({}) }: Step): Promise<void> {
  console.log(`▸ ${name}`);
  const stepBegan = performance.now();
  const added = env();
  const waiting = [...commands];
  const worker = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await run(next, added);
  };
  const results = await Promise.allSettled(Array.from({ length: AT_ONCE }, worker));
  const failed = results.find((result) => result.status === "rejected");
  if (failed) throw new Error(`✗ ${name}: ${failed.reason instanceof Error ? failed.reason.message : "failed"}`);
  console.log(`✓ ${name} (${seconds(stepBegan)})`);
}

async function run([program = "", ...args]: string[], added: Record<string, string>): Promise<void> {
  const path = [join(root, "node_modules", ".bin"), process.env["PATH"]].join(delimiter);
  const child = spawn(program, args, {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, PATH: path, ...added },
    shell: process.platform === "win32",
  });
  const [code, signal] = await once(child, "close");
  if (code !== 0) throw new Error(`${[program, ...args].join(" ")} ended with ${signal ?? `exit ${code}`}`);
}

function seconds(since: number): string {
  return `${((performance.now() - since) / 1_000).toFixed(1)} s`;
}
