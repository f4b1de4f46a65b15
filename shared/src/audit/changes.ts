import type { AuditValues } from "./act.ts";

type Json = NonNullable<AuditValues>[string];

/** A field whose value differs. A value is undefined if the field was not there. */
export type FieldChange = { path: string[]; before: Json | undefined; after: Json | undefined };

/** The fields that differ between the values of a thing before and after, in the order of their names, and how many do not. */
export function changedFields(before: AuditValues, after: AuditValues): { changed: FieldChange[]; unchanged: number } {
  const was = new Map(leavesOf(before ?? {}, []));
  const is = new Map(leavesOf(after ?? {}, []));
  const paths = new Map([...was, ...is].map(([key, { path }]) => [key, path]));
  const changed: FieldChange[] = [];
  for (const [key, path] of paths) {
    const change = { path, before: was.get(key)?.value, after: is.get(key)?.value };
    if (JSON.stringify(change.before) !== JSON.stringify(change.after)) changed.push(change);
  }
  return { changed, unchanged: paths.size - changed.length };
}

type Leaf = [key: string, leaf: { path: string[]; value: Json }];

/** The values inside of objects, with the names that lead to them. Lists are one value. */
function leavesOf(value: Record<string, Json>, path: readonly string[]): Leaf[] {
  return Object.entries(value).flatMap(([name, inner]): Leaf[] => {
    const at = [...path, name];
    const isObject = typeof inner === "object" && inner !== null && !Array.isArray(inner);
    if (isObject && Object.keys(inner).length > 0) return leavesOf(inner, at);
    return [[JSON.stringify(at), { path: at, value: inner }]];
  });
}
