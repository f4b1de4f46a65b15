import { MINUTE_MS } from "@groundcrew/shared/lib";
import { Counter } from "prom-client";
import type { SharedDb } from "../platform/db/index.ts";
import type { Refusal } from "../platform/http/index.ts";
import { networkOf } from "../platform/throttle/index.ts";
import { insertAudit } from "./queries.ts";
import { refusalOf } from "./visible-entries.ts";

/**
 * How many refusals a minute are recorded: for one user, key or network (`each`), for one call by all anonymous clients (`ofCall`), for
 * all anonymous clients (`unnamed`), and for all other principals (`named`), so that none can hide the refusals of others. Further ones are only counted, so
 * that they cannot fill the disk.
 */
const LIMITS = { each: 30, ofCall: 30, unnamed: 75, named: 150 } as const;

const refused = new Counter({
  name: "groundcrew_refused_calls_total",
  help: "Calls that would change something and were refused, by status, and whether they were recorded.",
  labelNames: ["status", "written"],
});

/** Records a refusal in the audit. */
export type NoteRefusal = (refusal: Refusal) => Promise<void>;

/** Records refused calls, up to the limits. Each row has the number of refusals before it that were not recorded. */
export function refusalsIn(db: SharedDb, now: () => number): NoteRefusal {
  let minute = 0;
  let counts = new Map<string, number>();
  let notRecorded = 0;

  function isDue(refusal: Refusal): boolean {
    const current = Math.floor(now() / MINUTE_MS);
    if (current !== minute) counts = new Map();
    minute = current;
    const limits = limitsOf(refusal);
    if (limits.some(([key, limit]) => (counts.get(key) ?? 0) >= limit)) return false;
    for (const [key] of limits) counts.set(key, (counts.get(key) ?? 0) + 1);
    return true;
  }

  return async (refusal) => {
    const { principal, action, requestId, ip, agent, status, subject } = refusal;
    const written = isDue(refusal);
    refused.inc({ status, written: String(written) });
    if (!written) {
      notRecorded += 1;
      return;
    }
    const not_written = notRecorded;
    notRecorded = 0;
    const after = { ...subject.after, status, ...(not_written > 0 && { not_written }) };
    const source = { principal, action: refusalOf(action), requestId, ip, agent, isRefused: true };
    await insertAudit(db, source, { ...subject, after });
  };
}

/** The counters that a refusal belongs to, with their limits. Only recorded refusals count, so there are few counters. */
function limitsOf({ principal, ip, action }: Refusal): [key: string, limit: number][] {
  const named: [string, number] = ["all named", LIMITS.named];
  switch (principal.kind) {
    case "user":
    case "api_key":
      return [[`${principal.kind} ${principal.id}`, LIMITS.each], named];
    case "station":
      return [[`station ${principal.name}`, LIMITS.each], named];
    case "anonymous":
      return [
        [`network ${networkOf(ip)}`, LIMITS.each],
        [`unnamed ${action}`, LIMITS.ofCall],
        ["all unnamed", LIMITS.unnamed],
      ];
  }
}
