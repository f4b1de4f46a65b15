import { enableCompileCache } from "node:module";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { defaultBrand } from "@groundcrew/shared/brand";
import { type Config, helpText, misspelled, readConfig } from "../server/src/platform/config/index.ts";
import type { Server } from "../server/src/main.ts";
import { parseCommandLine, USAGE, UsageError } from "./command/command.ts";
import { describeFailure } from "./failure.ts";
import { notifySystemd, takeSystemd } from "./notify-systemd.ts";
import { probePorts } from "./ports.ts";
import { simulateFleet } from "./simulate.ts";
import { buildWeb } from "./web-build.ts";

/** Longer than the server waits for requests, with time for everything else. */
const STOP_MS = 20_000;
const PARENT_MS = 500;
/** npm forwards signals that the terminal also sends to this process: one Ctrl-C arrives twice, the second time a little later. */
const ECHO_MS = 2_000;

// The next start need not compile everything again. Without effect where the folder cannot be written.
enableCompileCache(fileURLToPath(new URL("../node_modules/.cache/compiled", import.meta.url)));

/** What was started, in this order; stopped in reverse. */
const running: { stop: () => Promise<void> }[] = [];
const systemd = takeSystemd(process.env);
let isStopping = false;
let stoppingSinceMs = 0;

process.on("unhandledRejection", fail);
process.on("uncaughtException", fail);
// The process continues when the reader of its output has closed the pipe.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, handleSignal);
stopWithNpm();

const text = { type: "string" } as const;
const flag = { type: "boolean" } as const;

let config: Config | null = null;
try {
  const options = parseCommandLine({ options: { camera: text, faults: text, help: flag, "api-only": flag } }).values;
  for (const sentence of misspelled(process.env)) console.error(sentence);
  if (options.help === true) report(helpText(defaultBrand.product));
  else {
    config = readConfig(process.env);
    await start(config, options);
  }
} catch (error) {
  if (!isStopping) {
    console.error(describeFailure(error, config));
    if (process.env["LOG_LEVEL"] === "debug") console.error(error);
    await stop(error instanceof UsageError ? USAGE : 1);
  }
}

type Options = {
  camera?: string | undefined;
  faults?: string | undefined;
  /** Serves no web app: in development Vite does. */
  "api-only"?: boolean | undefined;
};

async function start(config: Config, { camera, faults, "api-only": isApiOnly = false }: Options): Promise<void> {
  const startMs = performance.now();
  await probePorts(config);
  if (!isApiOnly) await buildWeb(report);
  // Loaded only now, so that a mistake above is reported at once.
  const { startServer } = await import("../server/src/main.ts");
  const server = await startServer(config, report, isApiOnly ? null : undefined);
  running.push(server);
  const { url, brokerUrl, fleetFile } = server;
  if (fleetFile !== null) running.push(simulateFleet({ fleetFile, brokerUrl, report, camera, faults }));
  if (config.demoSignOnPort > 0) running.push(await demoSignOn(config, server));
  const seconds = ((performance.now() - startMs) / 1_000).toFixed(1);
  report(`\n${config.brand.product} is ready after ${seconds} s: ${url}\n`);
  running.push(notifySystemd(systemd, report));
  if (config.mode !== "demo") return;
  await announceLogins(server.db);
  report("Press Ctrl-C to stop.");
}

/** Not in releases, which do not have the package that it needs. */
async function demoSignOn(config: Config, { db, url }: Server) {
  const { secretKey } = await import("../server/src/platform/config/index.ts");
  const { startDemoSignOn } = await import("../server/demo/sign-on.ts");
  const { demoSignOnPort: port, brand } = config;
  return startDemoSignOn(db, { port, url, secretKey: secretKey(config), brand, report });
}

/** Prints the demo accounts that exist: they may have been deleted, and a database set up otherwise has none. */
async function announceLogins(db: Server["db"]): Promise<void> {
  const { demoLogins, DEMO_PASSWORD } = await import("../server/demo/index.ts");
  const { retryWhileUnavailable } = await import("../server/src/platform/db/index.ts");
  const logins = await retryWhileUnavailable(() => demoLogins(db));
  if (logins.length === 0) return report("Log in with an account of this database. It has no demo accounts.\n");
  report(`Log in with the password ${DEMO_PASSWORD} as`);
  for (const { email, name } of logins) report(`  ${email.padEnd(26)}${name}`);
  report("");
}

function report(line: string): void {
  console.log(line);
}

/** The first signal stops everything in order, a second one at once. */
function handleSignal(): void {
  if (!isStopping) return void stop();
  if (performance.now() - stoppingSinceMs > ECHO_MS) process.exit(1);
}

/** Stops everything that is running. */
async function stop(exitCode = 0): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  stoppingSinceMs = performance.now();
  if (exitCode === 0) report("Stopping…");
  const late = sleep(STOP_MS, "late", { ref: false });
  const result = await Promise.race([stopParts(), late]).catch((error: unknown) => {
    console.error(error);
    return "failed";
  });
  if (result === "late") console.error(`Not everything stopped within ${STOP_MS / 1_000} seconds.`);
  process.exit(result === "done" ? exitCode : 1);
}

async function stopParts(): Promise<string> {
  for (const part of running.toReversed()) await part.stop();
  return "done";
}

/** Handles a programming error: prints its stack and ends the process, because its state is unknown. */
function fail(error: unknown): void {
  console.error(error);
  process.exit(1);
}

/** npm cannot pass on SIGKILL. If it is killed, nothing else stops this process. */
function stopWithNpm(): void {
  if (process.env["npm_lifecycle_event"] !== "start") return;
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent && !isStopping) void stop();
  }, PARENT_MS).unref();
}
