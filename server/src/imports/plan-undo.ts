import {
  canBeUndone,
  endsOf,
  keyText,
  saverSince,
  type ExistingItem,
  type JudgedLine,
  type ReadableField,
} from "@groundcrew/shared/imports";
import type { Brand } from "@groundcrew/shared/brand";
import type { Db } from "../platform/db/index.ts";
import { doneOf } from "./describe.ts";
import { isApplied } from "./judge-file.ts";
import { kinds } from "./kinds/index.ts";
import type { ItemWrite } from "./kinds/kind.ts";
import { selectSeen, type StoredImport } from "./queries.ts";

/** How everything that an import changed is saved as it was before, or why it cannot be undone. */
export type UndoPlan = { writes: ItemWrite[] } | { refusal: string };

type PlanOptions = { now: number; brand: Brand; lock: (lines: readonly JudgedLine[]) => Promise<void> };

/** Plans the undoing of an import that was applied, for all of its lines or none. Undoing one asks again under locks. */
export async function planUndo(db: Db, stored: StoredImport, { now, brand, lock }: PlanOptions): Promise<UndoPlan> {
  if (!canBeUndone(doneOf(stored), now)) return { refusal: "An import can be undone for 24 hours." };
  const kind = kinds[stored.kind];
  const lines = (await selectSeen(db, stored.id)).filter(isApplied);
  await lock(lines);
  const { items, fields } = await kind.load(db, { stationType: stored.station_type ?? "atlas", brand });
  const byName = new Map(items.map((item) => [item.name, item]));
  const refused = endedByLines(lines, fields) ?? findFirst(lines, (line) => changedSince(line, byName));
  if (refused !== null) return { refusal: refused };
  const writes = lines.flatMap((line) => undoOf(line, byName));
  const refusal = takenValue(writes, { items, fields }) ?? (await kind.refuseUndo?.(db, writes, { brand })) ?? null;
  return refusal === null ? { writes } : { refusal };
}

function findFirst(lines: readonly JudgedLine[], find: (line: JudgedLine) => string | null): string | null {
  for (const line of lines) {
    const found = find(line);
    if (found !== null) return found;
  }
  return null;
}

/** Names a change of an import that has ended something for good: why it cannot be undone even at once. */
export function endedByLines(lines: readonly JudgedLine[], fields: readonly ReadableField[]): string | null {
  return findFirst(lines, (line) => endedBy(line, fields));
}

function endedBy({ key, result, changes }: JudgedLine, fields: readonly ReadableField[]): string | null {
  const ended = result === "changed" ? endsOf(fields, changes) : null;
  return ended === null ? null : `This import moved ${keyText(key)}. ${ended}`;
}

function changedSince({ name, key, rev }: JudgedLine, items: ReadonlyMap<string, ExistingItem>): string | null {
  const item = items.get(name ?? key);
  if (item?.refusal !== undefined) return `${item.refusal} The import cannot be undone.`;
  if (item?.rev === rev) return null;
  const by = (item && saverSince(item, rev)) ?? "Someone";
  return `${by} has changed ${keyText(key)} since. The import cannot be undone any more.`;
}

function undoOf({ name, key, result, changes }: JudgedLine, items: ReadonlyMap<string, ExistingItem>): ItemWrite[] {
  const item = items.get(name ?? key);
  if (!item) return [];
  const before = Object.fromEntries(changes.map(({ field, from }) => [field, from]));
  const removes = changes.flatMap(({ field, created }) => (created ? [field] : []));
  return [{ name: item.name, item, values: result === "added" ? null : { ...item.values, ...before }, removes }];
}

/** Names who has got a value meanwhile that no two items can have, and that a line had before. */
function takenValue(
  writes: readonly ItemWrite[],
  { items, fields }: { items: readonly ExistingItem[]; fields: readonly ReadableField[] },
): string | null {
  const undone = new Map(writes.map((write) => [write.name, write]));
  for (const { name: field, label } of fields.filter(({ isUnique }) => isUnique)) {
    const others = items.filter(({ name }) => !undone.has(name));
    const owners = new Map(others.map((item) => [item.values?.[field], item]));
    for (const { item, values } of writes) {
      const value = values?.[field];
      const owner = value === undefined || value === null ? undefined : owners.get(value);
      if (!item || !owner) continue;
      const organization = owner.values?.["organization_name"];
      const whose = typeof organization === "string" ? `${owner.key} of ${organization}` : owner.key;
      return `${whose} has the ${label} “${String(value)}” now, which ${item.key} had before. The import cannot be undone.`;
    }
  }
  return null;
}
