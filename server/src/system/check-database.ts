import { existsSync } from "node:fs";
import { join } from "node:path";
import { countText } from "@groundcrew/shared/lib";
import type { Finding } from "@groundcrew/shared/system";
import type { Config } from "../platform/config/index.ts";
import { describeDatabase, OLDEST_MAJOR, runningDatabase, type DatabaseFacts } from "../platform/db/index.ts";
import { reasonOf } from "../platform/lib/index.ts";

/** The database as far as it can be reached. The embedded one can be only while a server runs. */
export type Found = { facts: DatabaseFacts; atMs: number } | { failure: string } | null;

export async function findDatabase({ databaseUrl, dataDir }: Config): Promise<Found> {
  try {
    const url = databaseUrl ?? runningDatabase(dataDir);
    return url === null ? null : { facts: await describeDatabase(url), atMs: Date.now() };
  } catch (error) {
    return { failure: reasonOf(error) };
  }
}

export async function checkDatabase({ databaseUrl, dataDir }: Config, found: Found): Promise<Finding[]> {
  const about = "database";
  if (found === null) {
    const what = existsSync(join(dataDir, "pg"))
      ? "is not running; it starts with Groundcrew"
      : "is created at the first start";
    return [{ about, state: "ok", sentence: `The embedded PostgreSQL ${what}.` }];
  }
  if ("failure" in found) {
    const advice = databaseUrl === null ? "Look at the log of the running server." : "Check DATABASE_URL.";
    return [{ about, state: "problem", sentence: `It cannot be used: ${found.failure}. ${advice}` }];
  }
  const { version, bytes, pending, tooNew, isOwner, failedJobs } = found.facts;
  const findings: Finding[] = [];
  const state = Number.parseInt(version, 10) < OLDEST_MAJOR ? "problem" : "ok";
  const needed = state === "problem" ? ` Groundcrew needs ${OLDEST_MAJOR} or newer.` : "";
  findings.push({ about, state, sentence: `PostgreSQL ${version}, ${(bytes / 1e6).toFixed(0)} MB.${needed}` });
  if (tooNew !== null) {
    const sentence = `A newer Groundcrew has used it (migration ${tooNew}). Start that one, or restore a backup.`;
    findings.push({ about: "migrations", state: "problem", sentence });
  } else if (pending === null) {
    findings.push({
      about: "migrations",
      state: "note",
      sentence: "It has no tables yet. The first start creates them.",
    });
  } else if (pending > 0) {
    const sentence = `It lacks ${countText(pending, "migration")}. Back up, then run groundcrew migrate or start the server.`;
    findings.push({ about: "migrations", state: "note", sentence });
  }
  if (failedJobs.count > 0) {
    const sentence = `Failed jobs, which are tried for about three hours: ${failedJobs.count}. The newest one is ${failedJobs.reason}.`;
    findings.push({ about: "jobs", state: "problem", sentence });
  }
  if (isOwner) {
    const sentence =
      "DATABASE_URL has the role that owns the tables. Give the server a role of its own, and the owner's address as MIGRATION_DATABASE_URL.";
    findings.push({ about: "role", state: "note", sentence });
  }
  return findings;
}

const MAX_SKEW_MS = 2_000;
/** More than time services ever leave. */
const WRONG_MS = 60_000;

export function checkClock(found: Found): Finding[] {
  if (found === null || "failure" in found) return [];
  const skewMs = found.atMs - found.facts.now;
  const about = "clock";
  if (Math.abs(skewMs) <= MAX_SKEW_MS) {
    return [{ about, state: "ok", sentence: "This machine and the database agree about the time." }];
  }
  const direction = skewMs > 0 ? "ahead of" : "behind";
  const sentence = `This machine's clock is ${durationText(Math.abs(skewMs))} ${direction} the database's. Run a time service (NTP) on both.`;
  return [{ about, state: Math.abs(skewMs) < WRONG_MS ? "note" : "problem", sentence }];
}

/** The time by the database's clock, which the server uses; by this machine's if the database cannot be reached. */
export function databaseNow(found: Found): number {
  return found === null || "failure" in found ? Date.now() : Date.now() - (found.atMs - found.facts.now);
}

function durationText(ms: number): string {
  if (ms < WRONG_MS) return `${(ms / 1_000).toFixed(1)} s`;
  const minutes = Math.round(ms / 60_000);
  return minutes < 120 ? `${minutes} min` : `${(minutes / 60).toFixed(1)} hours`;
}
