import { spawn } from "node:child_process";
import { once } from "node:events";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const MAIN = fileURLToPath(new URL("../simulator/src/main.ts", import.meta.url));
const STOP_MS = 5_000;

type FleetOptions = {
  fleetFile: string;
  brokerUrl: string;
  report: (line: string) => void;
  /** A real camera that live video comes from. */
  camera?: string | undefined;
  /** File with a schedule of faults. */
  faults?: string | undefined;
};

/**
 * Runs the simulated fleet as a process of its own, a client of the public link like any real station. It ends when its
 * standard input does, so it never outlives this process.
 */
export function simulateFleet({ fleetFile, brokerUrl, report, camera, faults }: FleetOptions): {
  stop: () => Promise<void>;
} {
  const options = ["--fleet", fleetFile, "--state", join(dirname(fleetFile), "fleet-state.json")];
  if (camera !== undefined) options.push("--camera", camera);
  if (faults !== undefined) options.push("--faults", faults);
  const child = spawn(process.execPath, [MAIN, ...options, "--broker", brokerUrl], {
    stdio: ["pipe", "inherit", "inherit"],
  });
  let isStopping = false;
  let hasEnded = false;
  // It may have exited before its input is closed.
  child.stdin.on("error", () => {});
  const reportEnd = (how: string) => {
    hasEnded = true;
    if (!isStopping) report(`The simulated fleet stopped (${how}); the console continues without it.`);
  };
  child.once("error", (error) => reportEnd(error.message));
  child.once("close", (code, signal) => reportEnd(signal ?? `exit ${code}`));
  const ended = once(child, "close");
  return {
    async stop() {
      isStopping = true;
      child.stdin.end();
      await Promise.race([ended, sleep(STOP_MS)]);
      if (hasEnded) return;
      child.kill("SIGKILL");
      await ended;
    },
  };
}
