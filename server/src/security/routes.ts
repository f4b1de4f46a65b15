import { listViolations, reportViolations } from "@groundcrew/shared/security";
import { MINUTE_MS } from "@groundcrew/shared/lib";
import type { FastifyInstance } from "fastify";
import type { SharedDb } from "../db/index.ts";
import { answer, Problem, route } from "../http/index.ts";
import { networkOf } from "../throttle/index.ts";
import { insertViolations, selectViolations } from "./queries.ts";
import { readReports } from "./read-reports.ts";

const PER_MINUTE = { network: 30, all: 300 };

type SecurityRoutes = {
  db: SharedDb;
  /** URL of the console, known once the server listens. */
  publicUrl: () => string;
  now: () => number;
};

/** Receives browsers' reports of content security policy violations, and lists them for admins. */
export function securityRoutes(app: FastifyInstance, { db, publicUrl, now }: SecurityRoutes): void {
  const count = countPerMinute(now);

  route(app, reportViolations, async ({ body, request }) => {
    if (!count(networkOf(request.ip))) {
      throw new Problem(429, "Too many reports have been sent. Try again in a minute.", {
        headers: { "retry-after": "60" },
      });
    }
    await insertViolations(db, readReports(body, new URL(publicUrl()).origin), new Date(now()));
    return answer(204, null);
  });

  route(app, listViolations, async () => answer(200, await selectViolations(db)));
}

/** Counts a report from a network. Returns false once the network, or all of them together, reached the limit for this minute. */
function countPerMinute(now: () => number): (network: string) => boolean {
  let minute = 0;
  let all = 0;
  let counts = new Map<string, number>();
  return (network) => {
    const current = Math.floor(now() / MINUTE_MS);
    if (current !== minute) {
      minute = current;
      all = 0;
      counts = new Map();
    }
    const count = (counts.get(network) ?? 0) + 1;
    if (all >= PER_MINUTE.all || count > PER_MINUTE.network) return false;
    all += 1;
    counts.set(network, count);
    return true;
  };
}
