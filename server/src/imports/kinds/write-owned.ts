import { inPieces, type Db } from "../../platform/db/index.ts";
import { Problem } from "../../platform/http/index.ts";
import { noteOf, type ItemWrite, type Written } from "./kind.ts";
import { columnsOf, keysOf, stored, type Owned } from "./owned-values.ts";
import { deleteOwned, insertOwned, selectStationsWith, updateOwned } from "./owned-queries.ts";

/** The revision of what was just added. */
const FIRST_REVISION = "1";

/** `organizations` are the numbers of organizations by their names. */
type WriteOwned = { owned: Owned; organizations: ReadonlyMap<string, number> };

/** Adds, changes and deletes what organizations have. */
export async function writeOwned(
  tx: Db,
  writes: readonly ItemWrite[],
  { owned, organizations }: WriteOwned,
): Promise<Written> {
  const { table, noun, actions } = owned;
  const added = writes.filter(({ item }) => item === null);
  const changed = writes.filter(({ item, values }) => item !== null && values !== null);
  const removed = writes.filter(({ values }) => values === null);
  const ids = await insert(tx, added, { owned, organizations });
  const rows = changed.map(({ name, values }) => ({ ...stored(values, owned), id: Number(name) }));
  await inPieces(rows, (piece) => updateOwned(tx, table, { columns: columnsOf(owned), rows: piece }));
  await deleteOwned(tx, table, numbersOf(removed));
  const notesOf = (some: readonly ItemWrite[]) =>
    some.flatMap(({ name, item, values }) => {
      const orgId = organizations.get(keysOf(item?.key ?? name).organization) ?? null;
      const before = item && stored(item.values, owned);
      return noteOf(`${noun} ${ids.get(name) ?? name}`, orgId, { before, after: stored(values, owned) });
    });
  return {
    saved: writes.map(({ name, item }) =>
      item === null
        ? { name: String(ids.get(name)), rev: FIRST_REVISION }
        : { name, rev: String(Number(item.rev) + 1) },
    ),
    audits: [
      { action: actions.add, notes: notesOf(added) },
      { action: actions.change, notes: notesOf(changed) },
      { action: actions.remove, notes: notesOf(removed) },
    ],
    stations: [...new Set((await selectStationsWith(tx, table, numbersOf(changed))).map(({ station }) => station))],
  };
}

function numbersOf(writes: readonly ItemWrite[]): number[] {
  return writes.map(({ name }) => Number(name));
}

/** Adds what is new; returns its numbers by its keys. */
async function insert(
  tx: Db,
  added: readonly ItemWrite[],
  { owned, organizations }: WriteOwned,
): Promise<ReadonlyMap<string, number>> {
  const rows = added.map(({ name: key, values }) => {
    const { name, organization } = keysOf(key);
    const org_id = organizations.get(organization);
    if (org_id === undefined) throw new Problem(409, "An organization was renamed just now. Check the file again.");
    return { key, ...stored(values, owned), name, org_id };
  });
  const keys = new Map(rows.map(({ key, name, org_id }) => [`${org_id} ${name}`, key]));
  const ids = new Map<string, number>();
  await inPieces(rows, async (piece) => {
    for (const { id, name, org_id } of await insertOwned(tx, owned.table, { columns: columnsOf(owned), rows: piece }))
      ids.set(keys.get(`${org_id} ${name}`) ?? "", id);
  });
  return ids;
}
