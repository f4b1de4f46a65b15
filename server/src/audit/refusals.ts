import { MINUTE_MS } from "@groundcrew/shared/lib";
import { Counter } from "prom-client";
import type { SharedDb } from "../db/index.ts";
import type { Refusal } from "../http/index.ts";
import { networkOf } from "../throttle/index.ts";
import { insertAudit } from "./queries.ts";

/**
 * How many refusals a minute are written down: of one person, key or network, of one call by everybody who did not say who they
 * are, and of all who did and all who did not, so that nobody hides behind a crowd. More frequent requests are only counted, so that
 * asking cannot fill the disk.
 */
const MOST = { each: 30, ofCall: 30, unnamed: 75, named: 150 } as const;

const refused = new Counter({
  name: "groundcrew_rejected_calls_total",
  help: "Calls that would change something and were refused, by status, and whether they were written down.",
  labelNames: ["status", "written"],
});

/** Writes down who was refused what. */
export type NoteRefusal = (refusal: Refusal) => Promise<void>;

/** Keeps account of refused calls. One that is written says how many before it were not. */
export function refusalsIn(db: SharedDb, now: () => number): NoteRefusal {
  let minute = 0;
  let counts = new Map<string, number>();
  let unwritten = 0;

  function isDue(refusal: Refusal): boolean {
    const current = Math.floor(now() / MINUTE_MS);
    if (current !== minute) counts = new Map();
    minute = current;
    const limits = limitsOf(refusal);
    if (limits.some(([key, most]) => (counts.get(key) ?? 0) >= most)) return false;
    for (const [key] of limits) counts.set(key, (counts.get(key) ?? 0) + 1);
    return true;
  }

  return async (refusal) => {
    const { principal, action, requestId, ip, status, subject } = refusal;
    const written = isDue(refusal);
    refused.inc({ status, written: String(written) });
    if (!written) {
      unwritten += 1;
      return;
    }
    const not_written = unwritten;
    unwritten = 0;
    const after = { ...subject.after, status, ...(not_written > 0 && { not_written }) };
    const source = { principal, action: refusalOf(action), requestId, ip, isRefused: true };
    await insertAudit(db, source, { ...subject, after });
  };
}

/** What counts a refusal, and up to how many. Only what was written is counted, which keeps the counters few. */
function limitsOf({ principal, ip, action }: Refusal): [key: string, most: number][] {
  const named: [string, number] = ["all who are known", MOST.named];
  switch (principal.kind) {
    case "user":
    case "api_key":
      return [[`${principal.kind} ${principal.id}`, MOST.each], named];
    case "station":
      return [[`station ${principal.name}`, MOST.each], named];
    case "anonymous":
      return [
        [`network ${networkOf(ip)}`, MOST.each],
        [`unnamed ${action}`, MOST.ofCall],
        ["all who are not known", MOST.unnamed],
      ];
  }
}

/** `refuseLogIn` for `logIn`. */
function refusalOf(action: string): string {
  return `refuse${action.charAt(0).toUpperCase()}${action.slice(1)}`;
}
