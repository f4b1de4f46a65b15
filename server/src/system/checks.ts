import { MINUTE_MS, SECOND_MS } from "@groundcrew/shared/lib";
import type { Finding } from "@groundcrew/shared/system";
import type { Config } from "../platform/config/index.ts";
import { tryWithin, type Check as ReadyCheck } from "../platform/http/index.ts";
import { checkBackups } from "./check-backups.ts";
import { checkBroker } from "./check-broker.ts";
import { checkCertificates } from "./check-certificates.ts";
import { checkClock, checkDatabase, databaseNow, findDatabase } from "./check-database.ts";
import { checkDisks } from "./check-disk.ts";
import { checkMail } from "./check-mail.ts";
import { checkNats } from "./check-nats.ts";
import { checkTurn } from "./check-relay.ts";

/** `run` is repeated every `everyMs` by a running server. */
export type Check = { name: string; everyMs: number; run: () => Promise<Finding[]> };

const OFTEN_MS = 30 * SECOND_MS;
/** Of servers that others operate, or that log each connection. */
const SELDOM_MS = 5 * MINUTE_MS;
const READY_MS = 2 * SECOND_MS;

/** The checks of an installation: those of `groundcrew doctor`, and of the server that runs. */
export function installationChecks(config: Config): Check[] {
  const database = shared(() => findDatabase(config));
  return [
    {
      name: "database",
      everyMs: OFTEN_MS,
      async run() {
        const found = await database();
        return [...(await checkDatabase(config, found)), ...checkClock(found)];
      },
    },
    { name: "broker", everyMs: SELDOM_MS, run: () => checkBroker(config) },
    { name: "NATS", everyMs: OFTEN_MS, run: () => checkNats(config) },
    { name: "disk", everyMs: OFTEN_MS, run: () => checkDisks(config) },
    { name: "backups", everyMs: OFTEN_MS, run: async () => checkBackups(config, await database()) },
    { name: "certificate", everyMs: SELDOM_MS, run: () => checkCertificates(config) },
    { name: "mail", everyMs: SELDOM_MS, run: () => checkMail(config) },
    {
      name: "TURN server",
      everyMs: OFTEN_MS,
      run: async () => checkTurn(config, databaseNow(await database())),
    },
  ];
}

/** The checks of `/readyz` as one more. */
export function readinessCheck(checks: Readonly<Record<string, ReadyCheck>>): Check {
  return {
    name: "server",
    everyMs: OFTEN_MS,
    async run() {
      const results = await Promise.all(
        Object.entries(checks).map(([name, check]) => tryWithin(name, check, READY_MS)),
      );
      const failures = results.filter((sentence) => sentence !== null);
      return failures.length === 0
        ? [{ about: "server", state: "ok", sentence: "It is ready." }]
        : [{ about: "server", state: "problem", sentence: `It is not ready: ${failures.join(" ")}` }];
    },
  };
}

/** Checks that run at the same time share their reads. */
function shared<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let last: { atMs: number; value: Promise<Value> } | null = null;
  return () => {
    if (last === null || performance.now() - last.atMs > OFTEN_MS / 2)
      last = { atMs: performance.now(), value: read() };
    return last.value;
  };
}
