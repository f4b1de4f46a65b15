import {
  checkPrecondition,
  marksOf,
  nextRevision,
  type FieldValue,
  type Precondition,
  type SavedEntry,
} from "@groundcrew/shared/ssot";
import { change } from "../audit/index.ts";
import type { Db } from "../db/index.ts";
import { answer, authorOf, notFound, Problem, type CallRequest, type Principal, type Scope } from "../http/index.ts";
import { lockStation } from "../stations/index.ts";
import { insertRevision, latestRevision, type RevisionTable, type Revision } from "./queries.ts";

type Save = {
  table: RevisionTable;
  station: string;
  entry: Record<string, FieldValue>;
  precondition: Precondition;
  now: number;
};

type Caller = { principal: Principal; scope: Scope; request: CallRequest };

/**
 * Adds a revision if it is based on the latest one. The station is locked for the check, so of several saves based on one revision exactly
 * one succeeds.
 */
export async function saveRevision(db: Db, caller: Caller, { table, station, entry, precondition, now }: Save) {
  return change(db, caller, async (tx) => {
    const locked = await lockStation(tx, station, caller.scope);
    if (!locked) throw notFound();
    const latest = await latestRevision(tx, station, table);
    requireCurrent(precondition, latest, now);
    const created = nextRevision(latest?.created ?? null, now);
    await insertRevision(tx, table, { station, author: authorOf(caller.principal), created, entry });
    const saved: SavedEntry = { ...entry, created };
    const audit = { target: `station ${station}`, orgId: locked.org_id, before: latest?.entry, after: entry };
    return { answer: answer(200, saved, marksOf(created)), audit };
  });
}

function requireCurrent(precondition: Precondition, latest: Revision | undefined, now: number): void {
  const created = latest?.created ?? null;
  switch (checkPrecondition(precondition, created, now)) {
    case "current":
      return;
    case "missing":
      throw new Problem(428, "Say which revision was changed: send If-Match, or If-Unmodified-Since with a time.");
    case "outdated":
      throw new Problem(412, `This data is outdated: ${by(latest)}. Load it again.`, { headers: marksOf(created) });
  }
}

function by(latest: Revision | undefined): string {
  return latest ? `${latest.author} saved changes` : "there are new changes";
}
