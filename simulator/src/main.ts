import { readFaultsFile } from "./faults/index.ts";
import { startFleet } from "./fleet.ts";
import { readFleet, readOptions } from "./options.ts";

function logError(sentence: string): void {
  process.stderr.write(`${sentence}\n`);
}

async function run(): Promise<void> {
  const { path, state: statePath, faultsPath, ...options } = readOptions(process.argv.slice(2));
  const faults = await readFaultsFile(faultsPath);
  const fleet = await startFleet({ ...options, fleet: await readFleet(path), statePath, faults, log: logError });
  process.stdout.write(`${fleet.stations.length} simulated stations are running.\n`);
  await stopRequested();
  await fleet.stop();
}

/** Resolves on SIGINT or SIGTERM, or when standard input ends, which means that the parent process has ended. */
function stopRequested(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => resolve());
    process.stdin.once("close", () => resolve());
    process.stdin.once("end", () => resolve());
    process.stdin.resume();
  });
}

try {
  await run();
  process.stdin.destroy();
} catch (error) {
  logError(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
