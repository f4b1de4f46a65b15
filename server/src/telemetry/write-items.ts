import type { Logger } from "pino";
import type { Db } from "../db/index.ts";
import type { StateChange } from "../stations/index.ts";
import { answerUnknown, decide, type BirthAnswer, type Decision } from "./decide.ts";
import type { KnownStates } from "./known-states.ts";
import type { Item } from "./pending.ts";
import { writeBatch } from "./write-batch.ts";

/** The result of a write: new states, births to answer, and items to decide again from a newer state. */
export type Written = { changes: StateChange[]; answers: BirthAnswer[]; again: Map<string, Item[]> };

/**
 * Decides the results of stations' changes and writes them. A state that another server has changed meanwhile is dropped from the cache, so
 * that it is read before the next attempt.
 */
export async function writeItems(
  items: ReadonlyMap<string, Item[]>,
  { known, ...writing }: { known: KnownStates; db: Db; server: string; log: Logger },
): Promise<Written> {
  await known.learn(items.keys());
  const decisions: (Decision & { name: string })[] = [];
  const answers: BirthAnswer[] = [];
  for (const [name, ofOne] of items) {
    const state = known.of(name);
    if (state) decisions.push({ name, ...decide(state, ofOne) });
    else answers.push(...answerUnknown(name, ofOne));
  }
  const { written, refused } = await writeBatch(
    decisions.flatMap(({ write }) => write ?? []),
    writing,
  );
  const changes: StateChange[] = [];
  const again = new Map<string, Item[]>();
  for (const { name, write, summary, answers: own } of decisions) {
    if (write && !written.has(name)) {
      known.forget([name]);
      if (!refused.has(name)) again.set(name, items.get(name) ?? []);
      continue;
    }
    answers.push(...own);
    if (!write) continue;
    known.written(write.state);
    changes.push({ name, state: write.state, summary });
  }
  return { changes, answers, again };
}
