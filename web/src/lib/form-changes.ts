/** The value of a field. Lists are compared by their contents. */
export type FieldValue = string | boolean | readonly unknown[];
type Values = Record<string, FieldValue>;

/** An edited value, and the value that the field had before the edit. */
type FieldChange = { value: FieldValue; from: FieldValue };
export type FieldChanges = Readonly<Record<string, FieldChange>>;

/** The values of a form: the edits, and the loaded values everywhere else. */
export function withChanges<V extends Values>(initial: V, changes: FieldChanges): V {
  const entered = Object.entries(changes).map(([name, { value }]) => [name, value] as const);
  return { ...initial, ...Object.fromEntries(entered) };
}

/** Edits a field. The value before the first edit is kept until the field has the loaded value again. */
export function changeField(
  changes: FieldChanges,
  { name, value, initial }: { name: string; value: FieldValue; initial: Values },
): FieldChanges {
  const before = changes[name];
  const from = (before && !isSame(before.value, initial[name]) ? before.from : initial[name]) ?? value;
  return { ...changes, [name]: { value, from } };
}

/** Whether two values of a field are the same. */
export function isSame(one: unknown, other: unknown): boolean {
  return one === other || (Array.isArray(one) && JSON.stringify(one) === JSON.stringify(other));
}

/** Fields whose edit differs from the loaded value. */
export function changedFields(changes: FieldChanges, initial: Values): string[] {
  return Object.entries(changes).flatMap(([name, { value }]) => (isSame(value, initial[name]) ? [] : [name]));
}

/** Edited fields that someone else has given another value since. */
export function conflictingFields(changes: FieldChanges, initial: Values): string[] {
  return changedFields(changes, initial).filter((name) => !isSame(changes[name]?.from, initial[name]));
}

/** Keeps an edit although someone else has changed the field. */
export function keepEdit(changes: FieldChanges, name: string, initial: Values): FieldChanges {
  const { value, from } = changes[name] ?? {};
  if (value === undefined || from === undefined) return changes;
  return { ...changes, [name]: { value, from: initial[name] ?? from } };
}

/** Discards the edit of a field. */
export function discardEdit(changes: FieldChanges, name: string): FieldChanges {
  return Object.fromEntries(Object.entries(changes).filter(([field]) => field !== name));
}

/** The edits of a draft in fields that the form still has, without lists. */
export function restoredChanges(draft: unknown, initial: Values): FieldChanges {
  if (typeof draft !== "object" || draft === null) return {};
  return Object.fromEntries(
    Object.entries(draft).flatMap(([name, change]): [string, FieldChange][] => {
      const read = readChange(change);
      return read && typeof read.value === typeof initial[name] ? [[name, read]] : [];
    }),
  );
}

function readChange(change: unknown): FieldChange | null {
  if (typeof change !== "object" || change === null || !("value" in change) || !("from" in change)) return null;
  const { value, from } = change;
  return isValue(value) && isValue(from) ? { value, from } : null;
}

function isValue(value: unknown): value is string | boolean {
  return typeof value === "string" || typeof value === "boolean";
}
