import type { ExistingItem, ImportKind, ImportValues } from "@groundcrew/shared/imports";
import { insertAudits, sourceOf, type AuditNote } from "../audit/index.ts";
import type { Db } from "../platform/db/index.ts";
import type { CallRequest, Principal } from "../platform/http/index.ts";
import { kinds } from "./kinds/index.ts";
import type { ItemWrite, WriteOptions } from "./kinds/kind.ts";
import { selectOrganizationIds } from "./kinds/station-queries.ts";

type Source = { principal: Principal; request: CallRequest };

/** The calls that save the same by hand: who sees those in the audit log sees what an import has saved. */
const ACTIONS: Record<ImportKind, { add: string; change: string }> = {
  stations: { add: "createStation", change: "editStation" },
  ssot: { add: "saveSsotEntry", change: "saveSsotEntry" },
  replaceables: { add: "saveReplaceables", change: "saveReplaceables" },
};

/** Saves items, each with an entry in the audit log of its station, as if it was saved by hand. Returns their new revisions by name. */
export async function writeAudited(
  tx: Db,
  { kind, writes, by, source }: { kind: ImportKind; writes: readonly ItemWrite[]; by: WriteOptions; source: Source },
): Promise<Map<string, string>> {
  const names = writes.map(({ name }) => name);
  const before = await selectOrganizationIds(tx, names);
  const revisions = await kinds[kind].write(tx, writes, by);
  const after = await selectOrganizationIds(tx, names);
  const { add, change } = ACTIONS[kind];
  const noteOf = (write: ItemWrite): AuditNote => {
    const orgId = after.get(write.name) ?? null;
    const values = kind === "stations" ? stationValues(write, by.now) : (write.values ?? {});
    const left = write.item && { ...write.item.values, org_id: before.get(write.name) };
    return { target: `station ${write.name}`, orgId, ...differences(left, { ...values, org_id: orgId }) };
  };
  const added = writes.filter(({ item }) => item === null);
  const changed = writes.filter(({ item }) => item !== null);
  const from = sourceOf(source.principal, source.request);
  await insertAudits(tx, { ...from, action: add }, added.map(noteOf));
  await insertAudits(tx, { ...from, action: change }, changed.map(noteOf));
  return revisions;
}

/** Undoing an addition retires a station. */
function stationValues({ item, values }: { item: ExistingItem | null; values: ImportValues | null }, now: number) {
  return values ?? { ...item?.values, retired: new Date(now).toISOString() };
}

type Values = Readonly<Record<string, unknown>>;

/** The fields that differ. The organization is there by its number, as in entries of saves by hand. */
function differences(before: Values | null, after: Values): { before?: Values; after: Values } {
  const fields = new Set([...Object.keys(before ?? {}), ...Object.keys(after)]);
  fields.delete("organization_name");
  const different = [...fields].filter((field) => (before?.[field] ?? null) !== (after[field] ?? null));
  const pick = (values: Values) => Object.fromEntries(different.map((field) => [field, values[field] ?? null]));
  return before === null ? { after: pick(after) } : { before: pick(before), after: pick(after) };
}
