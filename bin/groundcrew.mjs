#!/usr/bin/env node
// Runs on any Node from version 20 on, with built-in modules only: continues on the pinned Node if this one is too old.
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { setFlagsFromString } from "node:v8";

const OLDEST = 24;
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"];

if (Number(process.versions.node.split(".")[0]) >= OLDEST) await run();
else runOn(pinnedNode());

async function run() {
  if (process.argv[2] === "start") await import(new URL("../scripts/allocator.mjs", import.meta.url));
  // As in the command of `npm start`: the memory in use grows by half between collections, not several times over.
  for (const flag of ["--max-semi-space-size=16", "--heap-growing-percent=50"]) setFlagsFromString(flag);
  const { runProgram } = await import(new URL("../scripts/command/main.ts", import.meta.url));
  await runProgram();
}

function runOn(node) {
  const child = spawn(node, process.argv.slice(1), { stdio: "inherit" });
  // A terminal sends Ctrl-C to both processes; other signals arrive here only.
  for (const signal of SIGNALS) process.on(signal, () => child.kill(signal));
  child.once("close", (code) => process.exit(code ?? 1));
}

/** Node from the package that npm has installed for this system. */
function pinnedNode() {
  const name = `node-${process.platform === "win32" ? "win" : process.platform}-${process.arch}`;
  try {
    const folder = dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));
    return process.platform === "win32" ? join(folder, "bin", "node.exe") : join(folder, "bin", "node");
  } catch {
    process.stderr.write(
      `Groundcrew needs Node ${OLDEST} or newer: this is ${process.version}. Install Node ${OLDEST}.\n`,
    );
    process.exit(1);
  }
}
