import type { Db } from "../db/index.ts";
import { resendRequests } from "../restores/index.ts";
import type { KnownStates } from "./known-states.ts";
import type { Item } from "./telemetry-queue.ts";

type ItemsByStation = ReadonlyMap<string, readonly Item[]>;

/**
 * After a restore, a station may count swaps by events for the first time as far as the database knows, and is about to send events again
 * whose swaps its counter includes. Until it has sent them, its swaps are counted by its counter as before, so that none counts twice.
 */
export async function postponeCounting(
  items: ItemsByStation,
  { known, db }: { known: KnownStates; db: Db },
): Promise<ItemsByStation> {
  const beginning = [...items].filter(([name, own]) => known.of(name)?.swaps_by_events === false && own.some(begins));
  if (beginning.length === 0) return items;
  const at = Math.max(...beginning.flatMap(([, own]) => own.map(({ change }) => change.at)));
  const names = beginning.map(([name]) => name);
  const asked = await resendRequests(db, names, at);
  return new Map([...items].map(([name, own]) => [name, asked.has(name) ? own.map(byCounter) : own]));
}

/** Whether a station that can send events again says that events count its swaps. */
function begins({ change, birth }: Item): boolean {
  const canResend = birth?.data.capabilities.events?.includes("resent") ?? false;
  return canResend && change.kind === "snapshot" && change.counting?.byEvents === true;
}

function byCounter(item: Item): Item {
  const { change } = item;
  if (change.kind !== "snapshot" || !change.counting) return item;
  return { ...item, change: { ...change, counting: { ...change.counting, byEvents: false } } };
}
