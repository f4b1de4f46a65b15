import { setTimeout as sleep } from "node:timers/promises";
import { clearAddress, makeAddress, removeAddress, urlOf, launch } from "./launch.ts";
import type { ClusterOptions } from "./cluster.ts";
import { explainEnd } from "./explain.ts";

export type RunningServer = {
  url: string;
  /** Why PostgreSQL last ended unexpectedly; null when it never has. */
  fault: () => Error | null;
  stop: () => Promise<void>;
};

const SESSIONS_WAIT_MS = 10_000;
const RETRY_MS = 1_000;

/** Starts PostgreSQL, and restarts it at the same address whenever it ends unexpectedly. */
export async function keepRunning(options: ClusterOptions): Promise<RunningServer> {
  const { data, log } = options;
  const address = await makeAddress(options);
  let isStopping = false;
  let fault: Error | null = null;
  let running = await launchWithRetry(options, address).catch((error: unknown) => {
    removeAddress(address);
    throw error;
  });
  let restarting: Promise<void> | null = null;

  function restartOnExit(): void {
    running.onEnd((how, lastOutput) => {
      if (isStopping) return;
      fault = explainEnd(lastOutput, { data, how });
      log(`PostgreSQL in ${data} ended unexpectedly (${how}). Starting it again.`);
      restarting = restart();
    });
  }

  async function restart(): Promise<void> {
    if (isStopping) return;
    try {
      clearAddress(address);
      running = await launchWithRetry(options, address);
      restartOnExit();
    } catch (error) {
      log(`PostgreSQL in ${data} does not start: ${error instanceof Error ? error.message : String(error)}`);
      await sleep(RETRY_MS);
      return restart();
    }
  }

  restartOnExit();
  return {
    url: urlOf(address, data),
    fault: () => fault,
    async stop() {
      isStopping = true;
      await restarting;
      await running.stop();
      removeAddress(address);
    },
  };
}

/** The sessions of a killed server live on for a moment, and PostgreSQL does not start until they are gone. */
async function launchWithRetry(...[options, address]: Parameters<typeof launch>) {
  const deadline = Date.now() + SESSIONS_WAIT_MS;
  for (;;) {
    try {
      return await launch(options, address);
    } catch (error) {
      const isTemporary = error instanceof Error && /still in use|lock file .* already exists/.test(error.message);
      if (!isTemporary || Date.now() > deadline) throw error;
      await sleep(200);
    }
  }
}
