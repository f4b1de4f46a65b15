type Value = string | boolean;
type Values = Record<string, Value>;

/** What someone entered into a field, and what the field held when they began. */
type FieldChange = { value: Value; from: Value };
export type FieldChanges = Readonly<Record<string, FieldChange>>;

/** What a form shows: what was entered, and elsewhere what it would hold without. */
export function withChanges<V extends Values>(initial: V, changes: FieldChanges): V {
  const entered = Object.entries(changes).map(([name, { value }]) => [name, value] as const);
  return { ...initial, ...Object.fromEntries(entered) };
}

/** Enters a value into a field. What it held when it was first changed stays known, until it holds what is loaded again. */
export function changeField(
  changes: FieldChanges,
  { name, value, initial }: { name: string; value: Value; initial: Values },
): FieldChanges {
  const before = changes[name];
  const from = (before && before.value !== initial[name] ? before.from : initial[name]) ?? value;
  return { ...changes, [name]: { value, from } };
}

/** Fields that differ from what they would hold without a change. */
export function changedFields(changes: FieldChanges, initial: Values): string[] {
  return Object.entries(changes).flatMap(([name, { value }]) => (value === initial[name] ? [] : [name]));
}

/** Changed fields that someone else has given yet another value since. */
export function conflictingFields(changes: FieldChanges, initial: Values): string[] {
  return changedFields(changes, initial).filter((name) => changes[name]?.from !== initial[name]);
}

/** Keeps what was entered into a field although someone else has changed it. */
export function keepField(changes: FieldChanges, name: string, initial: Values): FieldChanges {
  const { value, from } = changes[name] ?? {};
  if (value === undefined || from === undefined) return changes;
  return { ...changes, [name]: { value, from: initial[name] ?? from } };
}

/** Gives up what was entered into a field. */
export function dropField(changes: FieldChanges, name: string): FieldChanges {
  return Object.fromEntries(Object.entries(changes).filter(([field]) => field !== name));
}

/** The fields of a draft that the form still has. */
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

function isValue(value: unknown): value is Value {
  return typeof value === "string" || typeof value === "boolean";
}
