import { HOUR_MS } from "@groundcrew/shared/lib";
import type { Logger } from "pino";
import { Gauge } from "prom-client";
import type { Db } from "../db/index.ts";
import { repeat, type Part } from "../lib/index.ts";
import { saveCheck } from "./check-queries.ts";
import { verifyChain } from "./verify-chain.ts";

const broken = new Gauge({
  name: "groundcrew_audit_log_broken",
  help: "Whether the last verification found that the audit log was changed (1) or not (0). On the server that does the regular work.",
});

type CheckOptions = { db: Db; now: () => number; log: Logger };

/** Verifies the audit log now and every hour. Its end is logged, so that it can be compared with what the database says later. */
export function startAuditChecks({ db, now, log }: CheckOptions): Part {
  let loggedPosition = -1;
  const checks = repeat(
    async () => {
      const found = await verifyChain(db);
      await saveCheck(db, found, new Date(now()));
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
