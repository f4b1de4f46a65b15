import { foldText } from "../lib/index.ts";
import type { ImportField } from "./import.ts";

/** Why a column belongs to a field: it has its name, or a similar one. */
export type Match = { field: string; by: "name" | "similar" };

/** Finds the field of each column of a file by its title; null where none fits, or where a column before has it. */
export function mapColumns(titles: readonly string[], fields: readonly ImportField[]): (Match | null)[] {
  const taken = new Set<string>();
  const take = (field: string | undefined) => {
    if (field === undefined || taken.has(field)) return undefined;
    taken.add(field);
    return field;
  };
  const exact = titles.map((title) => take(fields.find((field) => namesOf(field).includes(plain(title)))?.name));
  return titles.map((title, index) => {
    const named = exact[index];
    if (named !== undefined) return { field: named, by: "name" };
    const field = take(similarField(title, fields, taken));
    return field === undefined ? null : { field, by: "similar" };
  });
}

function namesOf({ name, label, titles }: ImportField): string[] {
  return [name, label, ...titles].map(plain);
}

/** A title without case, accents, spaces and punctuation. */
function plain(title: string): string {
  return foldText(title).replaceAll(/[^\p{L}\p{N}]/gu, "");
}

/** The only free field of which a title is an abbreviation, such as “HW Version” of “Hardware Version”. */
function similarField(title: string, fields: readonly ImportField[], taken: ReadonlySet<string>): string | undefined {
  const short = plain(title);
  const free = fields.filter(({ name }) => !taken.has(name));
  const found = free.filter((field) => namesOf(field).some((name) => abbreviates(short, name)));
  return found.length === 1 ? found[0]?.name : undefined;
}

/** True if the letters of a text are in a name in their order, and are at least half of it. */
function abbreviates(short: string, name: string): boolean {
  if (short.length < 4 || short.length * 2 < name.length || short[0] !== name[0]) return false;
  let at = 0;
  for (const letter of name) if (letter === short[at]) at += 1;
  return at === short.length;
}
