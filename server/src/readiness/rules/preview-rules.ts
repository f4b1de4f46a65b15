import {
  readinessState,
  stationReadiness,
  type ReadinessRules,
  type ReadinessState,
  type ReadinessStateChanges,
} from "@groundcrew/shared/readiness";
import type { Db } from "../../platform/db/index.ts";
import { turns } from "../../platform/lib/index.ts";
import type { Board, BoardEntry } from "../../stations/index.ts";
import { selectReadinessFacts, type StoredFacts } from "../evaluation/fact-queries.ts";
import { failedSince, factsOf } from "../evaluation/facts.ts";
import { isSubject, RuleBook, type RulesSubject } from "./rule-book.ts";
import { selectRulesOf } from "./rule-queries.ts";

/** Stations whose facts are read at once. */
const AT_ONCE = 500;
/** They decide only when batteries are expected, which changes no state. */
const NO_CHARGES = { charge_minutes: null, rises: new Map<number, number>() };

type Previewing = { db: Db; board: Board; now: () => number };
/** Rules to be saved, and the organization whose stations they are for, null for all. */
type Draft = { draft: RulesSubject & { rules: ReadinessRules }; orgId: number | null };

/** The states of stations that would change at once if rules were saved, and the number of all stations that they are for. */
export async function preview(
  { db, board, now }: Previewing,
  { draft, orgId }: Draft,
): Promise<{ stations: number; changes: ReadinessStateChanges[] }> {
  const stored = await selectRulesOf(db, { ...draft, org_id: orgId });
  const others = stored.filter((rules) => !isFor(rules, draft));
  const book = new RuleBook([...others, { ...draft, rev: 0 }]);
  const entries = board
    .list({ orgId, admin: true })
    .map(({ entry }) => entry)
    .filter(({ facts }) => isSubject(draft, facts));
  const counts = new Map<string, number>();
  const turn = turns();
  for (let at = 0; at < entries.length; at += AT_ONCE) {
    const some = entries.slice(at, at + AT_ONCE);
    const facts = await selectReadinessFacts(
      db,
      some.map(({ name }) => name),
    );
    for (const entry of some) {
      await turn();
      const next = stateBy(book, entry, { facts: facts.get(entry.name), now: now() });
      const key = `${entry.readiness?.readiness.state} ${next}`;
      if (next !== null && next !== entry.readiness?.readiness.state) counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  }
  const states = readinessState.options;
  const changes = states.flatMap((from) =>
    states.flatMap((to) => {
      const stations = counts.get(`${from} ${to}`);
      return stations === undefined ? [] : { from, to, stations };
    }),
  );
  return { stations: entries.length, changes };
}

function isFor(one: RulesSubject, other: RulesSubject): boolean {
  return one.station_type === other.station_type && one.org_id === other.org_id && one.station === other.station;
}

/** The state of a station by other rules; null if it is not known. */
function stateBy(
  book: RuleBook,
  entry: BoardEntry,
  { facts: stored, now }: { facts: StoredFacts | undefined; now: number },
): ReadinessState | null {
  if (!stored || entry.readiness === null) return null;
  const failed = failedSince(stored, entry, null);
  const facts = factsOf(entry, stored, { ...failed, ...NO_CHARGES });
  const moment = { now, before: entry.readiness, hasNewRules: true };
  return stationReadiness(facts, book.of(entry.facts), moment)?.readiness.state ?? null;
}
