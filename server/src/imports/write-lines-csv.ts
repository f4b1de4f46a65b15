import {
  importValueText,
  KEY_SEPARATOR,
  keyText,
  isLeftOut,
  reasonOf,
  type ImportField,
  type ImportLine,
} from "@groundcrew/shared/imports";
import type { CsvCell } from "@groundcrew/shared/lib";
import type { SharedDb } from "../platform/db/index.ts";
import type { CsvColumns } from "../platform/http/index.ts";
import type { Importable } from "./kinds/kind.ts";
import { selectLines } from "./queries.ts";

const LINES_AT_ONCE = 1_000;

/** The columns of the report about an import. */
export function reportColumns(fields: readonly ImportField[]): CsvColumns<ImportLine> {
  const labels = new Map(fields.map(({ name, label }) => [name, label]));
  return [
    ["Line", ({ line }) => line],
    [fields.find(({ is_key }) => is_key)?.label ?? "Key", ({ key }) => keyText(key)],
    ["Result", ({ result }) => result],
    [
      "Changes",
      ({ changes }) =>
        changes
          .map(({ field, from, to }) => {
            const [before, after] = [importValueText(from), importValueText(to)];
            return `${labels.get(field) ?? field}: ${before === "" ? "" : `${before} → `}${after}`;
          })
          .join("\n"),
    ],
    ["Reason", reasonOf],
  ];
}

/** The lines of an import in pages: all, or those that are left out. */
export async function* reportPages(
  db: SharedDb,
  id: number,
  only: "left_out" | undefined,
): AsyncGenerator<readonly ImportLine[]> {
  let after = 0;
  for (;;) {
    const lines = await selectLines(db, id, { after, limit: LINES_AT_ONCE });
    yield only === undefined ? lines : lines.filter(isLeftOut);
    if (lines.length < LINES_AT_ONCE) return;
    after = lines.at(-1)?.line ?? after;
  }
}

type Item = Importable["items"][number];

/** The columns of a file with what is saved. Imported again, it changes nothing. */
export function importableColumns(fields: readonly ImportField[]): CsvColumns<Item> {
  const keys = fields.filter(({ is_key }) => is_key).map(({ name }) => name);
  const valueOf = (item: Item, name: string) =>
    keys.includes(name) ? item.key.split(KEY_SEPARATOR)[keys.indexOf(name)] : cellOf(item, name);
  return fields.map(({ name, label }) => [label, (item) => valueOf(item, name)] as const);
}

/** The saved items, in one page, without those that are retired. */
export async function* importablePages({ items }: Importable): AsyncGenerator<readonly Item[]> {
  yield items.filter(({ refusal }) => refusal === undefined);
}

function cellOf({ values }: Item, field: string): CsvCell {
  const value = values?.[field];
  return typeof value === "boolean" ? String(value).toUpperCase() : value;
}
