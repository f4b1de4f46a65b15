import {
  KEY_SEPARATOR,
  keyText,
  type ExistingItem,
  type JudgedLine,
  type ReadableField,
} from "@groundcrew/shared/imports";
import { usedText } from "@groundcrew/shared/sites";
import type { Db } from "../../platform/db/index.ts";
import { countUses, readUses } from "../../sites/index.ts";
import { namesIn, readOrganization, type Importable, type ItemWrite, type Kind } from "./kind.ts";
import { lockOwned, selectOwned, selectStationsWith, type OwnedRow } from "./owned-queries.ts";
import { columnsOf, complete, keysOf, textsOf, type Owned } from "./owned-values.ts";
import { selectOrganizations } from "./station-queries.ts";
import { writeOwned } from "./write-owned.ts";

/** A kind whose lines name an item and its organization. What is added is deleted when that is undone. */
export function ownedKind(owned: Owned): Kind {
  return {
    ignored: owned.ignored,
    load: (db) => load(db, owned),
    lock: (tx, lines) => lock(tx, lines, owned),
    write: async (tx, writes) => writeOwned(tx, writes, { owned, organizations: await organizationIds(tx) }),
    refuseUndo: (db, writes) => refuseUndo(db, writes, owned),
  };
}

async function load(db: Db, owned: Owned): Promise<Importable> {
  const { table, noun, max, ignoresCase } = owned;
  const organizations = await organizationIds(db);
  const rows = await selectOwned(db, table, columnsOf(owned));
  const counts = new Map<string, number>();
  for (const { organization } of rows) counts.set(organization, (counts.get(organization) ?? 0) + 1);
  const organization: ReadableField = {
    name: "organization",
    label: "Organization",
    titles: [],
    is_key: true,
    read: (text) => readOrganization(text, organizations),
  };
  return {
    noun,
    ...(ignoresCase && { ignoresCase }),
    fields: [owned.name, organization, ...owned.fields],
    items: rows.map((row) => itemOf(row, owned)),
    add({ name: _name, organization: owner, ...values }) {
      const completed = complete(values, owned);
      if ("problem" in completed) return { reason: completed.problem };
      const count = (counts.get(String(owner)) ?? 0) + 1;
      if (count > max) return { reason: `An organization has at most ${max.toLocaleString("en-US")} ${noun}s.` };
      counts.set(String(owner), count);
      return completed;
    },
    change(item, values) {
      const completed = complete({ ...item.values, ...values }, owned);
      return "problem" in completed ? completed : { values };
    },
  };
}

function lock(tx: Db, lines: readonly JudgedLine[], { table }: Owned): Promise<void> {
  const added = lines.filter(({ name }) => name === null);
  const organizations = [...new Set(added.map(({ key }) => keysOf(key).organization))];
  return lockOwned(tx, table, { ids: namesIn(lines).map(Number), organizations });
}

/** Refuses to delete what stations have got since, or what others use. */
async function refuseUndo(db: Db, writes: readonly ItemWrite[], { table, usedOf }: Owned): Promise<string | null> {
  const removed = writes.flatMap(({ name, item, values }) =>
    values === null && item ? [{ id: Number(name), key: item.key }] : [],
  );
  if (removed.length === 0) return null;
  const organizations = await organizationIds(db);
  const uses = await readUses(db, null);
  const ids = removed.map(({ id }) => id);
  const stations = new Map((await selectStationsWith(db, table, ids)).map((row) => [row.id, row.serial_number]));
  for (const { id, key } of removed) {
    const { name, organization } = keysOf(key);
    const used = usedOf({ id, name, org_id: organizations.get(organization) ?? 0 });
    const by = usedText(countUses(uses, used)) ?? stations.get(id);
    if (by !== undefined) return `${keyText(key)} is used by ${by}. The import cannot be undone.`;
  }
  return null;
}

function itemOf(row: OwnedRow, owned: Owned): ExistingItem {
  const { id, name, organization, rev } = row;
  const key = `${name}${KEY_SEPARATOR}${organization}`;
  return { name: String(id), key, rev: String(rev), by: null, values: textsOf(row, owned) };
}

/** The numbers of organizations by their names. */
async function organizationIds(db: Db): Promise<ReadonlyMap<string, number>> {
  return new Map((await selectOrganizations(db)).map(({ id, name }) => [name, id]));
}
