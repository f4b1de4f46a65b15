import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { SECOND_MS } from "@groundcrew/shared/lib";
import { AggregatorRegistry, collectDefaultMetrics, Registry } from "prom-client";
import { setTimeout as sleep } from "node:timers/promises";
import {
  problemReply,
  textReply,
  type OpsAnswer,
  type OpsCall,
  type OpsListening,
  type OpsReply,
  type OpsSetup,
} from "./ops-replies.ts";

export type OpsOptions = {
  /** Only operators may reach it, because there is no authentication. */
  host: string;
  /** 0 uses any free port. */
  port: number;
  /** Readiness checks by their names in messages, such as `database`. */
  checks: Readonly<Record<string, Check>>;
  /** Metrics of the server; those of the process are added. */
  registry: Registry;
  /** The same metrics of each of the process's other threads, to be added up. */
  metricsOfThreads?: () => Promise<object[][]>;
  /** How long this thread may do nothing and still count as alive (ms). */
  mostSilentMs?: number;
  log: Record<"info" | "warn", (line: string) => void>;
};

const THREAD = new URL("./ops-thread.ts", import.meta.url);
const CHECK_MS = 2 * SECOND_MS;
const PULSE_MS = SECOND_MS / 2;
const MOST_SILENT_MS = 10 * SECOND_MS;

/**
 * A second, small HTTP server for operators, in a thread of its own. `/healthz` answers while the process runs, also when this thread is busy, but not once it hangs;
 * `/readyz` answers 200 or a 503 that names the failed checks, `/metrics` is for Prometheus.
 */
export async function openOps({
  host,
  port,
  checks,
  registry,
  metricsOfThreads,
  mostSilentMs = MOST_SILENT_MS,
  log,
}: OpsOptions) {
  const processRegistry = new Registry();
  collectDefaultMetrics({ register: processRegistry });
  let wasReady = true;
  let answering: Promise<OpsReply> | null = null;

  async function checkReady(): Promise<OpsReply> {
    const results = await Promise.all(Object.entries(checks).map(([name, check]) => tryWithin(name, check, CHECK_MS)));
    const failures = results.filter((sentence) => sentence !== null);
    const isReady = failures.length === 0;
    if (isReady && !wasReady) log.info("Ready again.");
    if (!isReady && wasReady) log.warn(`Not ready: ${failures.join(" ")}`);
    wasReady = isReady;
    return isReady ? textReply(200, "ready\n") : problemReply(503, failures.join(" "));
  }

  async function ofAllThreads(): Promise<Registry> {
    const [own, others = []] = await Promise.all([registry.getMetricsAsJSON(), metricsOfThreads?.()]);
    return others.length === 0 ? registry : AggregatorRegistry.aggregate([own, ...others]);
  }

  async function answer(path: string): Promise<OpsReply> {
    switch (path) {
      case "/readyz":
        // Requests that have waited for a busy thread get one answer: most who sent them have left.
        answering ??= checkReady().finally(() => (answering = null));
        return answering;
      case "/metrics": {
        const body = await Registry.merge([await ofAllThreads(), processRegistry]).metrics();
        return { status: 200, headers: { "content-type": registry.contentType }, body };
      }
      default:
        return problemReply(404, "There are /healthz, /readyz and /metrics.");
    }
  }

  async function answerCall({ id, path }: OpsCall): Promise<void> {
    const reply = await answer(path).catch((error: unknown) => {
      log.warn(`An operations request failed: ${String(error)}`);
      return problemReply(500, "The request failed.");
    });
    worker.postMessage({ id, ...reply } satisfies OpsAnswer);
  }

  const pulse = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const setup: OpsSetup = { host, port, pulse, pulseMs: PULSE_MS, mostSilentMs };
  const worker = new Worker(THREAD, { workerData: setup });
  const [listening]: OpsListening[] = await once(worker, "message");
  worker.on("message", (call: OpsCall) => void answerCall(call));
  const beating = setInterval(() => Atomics.add(pulse, 0, 1), PULSE_MS);
  return {
    port: listening?.port ?? port,
    async stop(): Promise<void> {
      clearInterval(beating);
      await worker.terminate();
    },
  };
}

/** Checks whether one part is ready: null when it is, otherwise the reason. A rejection counts as not ready. */
export type Check = () => Promise<string | null>;

/** Runs a check with a timeout: null, or a sentence that begins with its name. */
export async function tryWithin(name: string, check: Check, waitMs: number): Promise<string | null> {
  const abortTimeout = new AbortController();
  const timeout = sleep(waitMs, "does not answer", { signal: abortTimeout.signal });
  // Aborted below when the check is faster.
  timeout.catch(() => {});
  try {
    const reason = await Promise.race([check(), timeout]);
    return reason === null ? null : sentence(name, reason);
  } catch (error) {
    return sentence(name, error instanceof Error ? error.message : String(error));
  } finally {
    abortTimeout.abort();
  }
}

function sentence(name: string, reason: string): string {
  return `${name}: ${reason.replace(/\.$/, "")}.`;
}
