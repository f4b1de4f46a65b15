import { DAY_MS, HOUR_MS } from "@groundcrew/shared/lib";
import type { Logger } from "pino";
import { Gauge } from "prom-client";
import type { Db } from "../../platform/db/index.ts";
import { repeat, type Part } from "../../platform/lib/index.ts";
import { findVerified, saveCheck } from "./check-queries.ts";
import { verifyChain } from "./verify-chain.ts";

const broken = new Gauge({
  name: "groundcrew_audit_log_broken",
  help: "Whether the last verification found that the audit log was changed (1) or not (0). On the server that does the regular work.",
});

type CheckOptions = { db: Db; now: () => number; log: Logger };

/** How long entries that were verified stay so, unless one is changed later, which only reading all of them again shows. */
const FULL_EVERY_MS = 7 * DAY_MS;

/**
 * Verifies the new entries of the audit log now and every hour, and the whole log once a week. Its end is logged, so that it can be compared with
 * the database later.
 */
export function startAuditChecks({ db, now, log }: CheckOptions): Part {
  let loggedPosition = -1;
  const checks = repeat(
    async (signal) => {
      const checked = new Date(now());
      const last = await findVerified(db);
      const isFull = last === null || checked.getTime() - Date.parse(last.fullCheck) >= FULL_EVERY_MS;
      const found = await verifyChain(db, {
        noted: last === null ? [] : [last.end],
        since: isFull ? null : last,
        signal,
      });
      if (signal.aborted) return;
      // A chain that was computed again fits: it stays broken because its end is not the one that was verified.
      const isReplaced = found.broken?.reason === "replaced" && last !== null;
      await saveCheck(db, isReplaced ? { ...found, end: last.end } : found, { checked, isFull });
      broken.set(found.broken === null ? 0 : 1);
      if (found.broken !== null) return log.error(found.broken, "the audit log was changed");
      if (found.end.position !== loggedPosition) log.info(found.end, "the audit log was verified; this is its end");
      loggedPosition = found.end.position;
    },
    { everyMs: HOUR_MS, log, failure: "the audit log could not be verified" },
  );
  return {
    async stop() {
      await checks.stop();
      // Another server does the regular work now.
      broken.reset();
    },
  };
}
