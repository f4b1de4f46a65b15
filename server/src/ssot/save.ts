import {
  checkPrecondition,
  revisionTag,
  type FieldValue,
  type Precondition,
  type SavedEntry,
} from "@groundcrew/shared/ssot";
import type { Timestamp } from "@groundcrew/shared/lib";
import { change } from "../audit/index.ts";
import type { Db } from "../db/index.ts";
import { answer, notFound, Problem, type CallRequest, type Principal, type Scope } from "../http/index.ts";
import { lockStation } from "../stations/index.ts";
import { nextRevision } from "./next-revision.ts";
import { insertRevision, latestRevision, shown, type Kept } from "./queries.ts";

type Save = {
  kept: Kept;
  station: string;
  entry: Record<string, FieldValue>;
  precondition: Precondition;
  now: number;
};

type Caller = { principal: Principal; scope: Scope; request: CallRequest };

/**
 * Adds a revision, if it was made from the latest one. The station is locked while that is looked at, so of several
 * saves made from one revision exactly one goes through.
 */
export async function saveRevision(db: Db, caller: Caller, { kept, station, entry, precondition, now }: Save) {
  return change(db, caller, async (tx) => {
    const locked = await lockStation(tx, station, caller.scope);
    if (!locked) throw notFound();
    const latest = await latestRevision(tx, station, kept);
    requireCurrent(precondition, latest?.created ?? null, now);
    const created = nextRevision(latest?.created ?? null, now);
    await insertRevision(tx, kept, { station, author: authorOf(caller.principal), created, entry });
    const saved: SavedEntry = shown({ created, entry });
    const audit = { target: `station ${station}`, orgId: locked.org_id, before: latest?.entry, after: entry };
    return { answer: answer(200, saved, marksOf(created)), audit };
  });
}

/** The headers a later save names its revision with. Without a revision there is no time, only the tag of none. */
export function marksOf(latest: Timestamp | null): Record<string, string> {
  const etag = revisionTag(latest);
  return latest === null ? { etag } : { etag, "last-modified": new Date(latest).toUTCString() };
}

function requireCurrent(precondition: Precondition, latest: Timestamp | null, now: number): void {
  switch (checkPrecondition(precondition, latest, now)) {
    case "current":
      return;
    case "missing":
      throw new Problem(428, "Say which revision was changed: send If-Match, or If-Unmodified-Since with a time.");
    case "outdated":
      throw new Problem(412, "This data is outdated: there are new changes. Load it again.", {
        headers: marksOf(latest),
      });
  }
}

function authorOf(principal: Principal): string {
  return principal.kind === "user" ? principal.user.name || principal.user.email : principal.kind;
}
