import { useEffect, useRef, useState, type SubmitEvent } from "react";
import { z } from "zod";
import { useDraft } from "./drafts.ts";
import {
  changedFields,
  changeField,
  conflictingFields,
  discardEdit,
  type FieldValue,
  keepEdit,
  restoredChanges,
  withChanges,
  type FieldChanges,
} from "./form-changes.ts";
import { randomToken } from "./random-token.ts";
import { useUnsafeToReload } from "./unsafe-to-reload.ts";
import "./zod-texts.ts";

/** Names of the fields of `V` whose values are of type `T`. */
type FieldsOf<V, T> = { [K in keyof V]: V[K] extends T ? K : never }[keyof V] & string;

type Values = Record<string, FieldValue>;

/** The fields of a form, ready for their controls. */
export type Form<V extends Values> = Pick<
  ReturnType<typeof useForm<V, unknown>>,
  "values" | "text" | "choice" | "check" | "list" | "problems"
>;

/** The functions that a write needs of the form that it has submitted. */
export type SubmittedForm<V extends Values> = Pick<ReturnType<typeof useForm<V, unknown>>, "reset" | "setError"> &
  FormKey;

/** Where a form stores its draft, if it does, and which field is secret and never stored. */
type DraftOptions<V extends Values> = { draft?: string; secret?: keyof V & string };

/** The form's current content is created at most once for this key. It is renewed when the content was saved or definitely rejected. */
export type FormKey = { key: string; renewKey: () => void };

/**
 * The state of a form. `initial` is the value of unchanged fields and may change: edits stay. A field shows its error once it was
 * edited and left; all fields do once the form was submitted.
 */
export function useForm<V extends Values, O>(schema: z.ZodType<O>, initial: V, draftOptions: DraftOptions<V> = {}) {
  const { key, changes, renewKey, setChanges, clearEdits, conflict } = useEdits(initial, draftOptions);
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const [rejection, setRejection] = useState<{ name: string; reason: string } | null>(null);
  const formRef = useRef<HTMLFormElement>(null);
  const values = withChanges(initial, changes);
  const parsed = schema.safeParse(values);
  const changed = changedFields(changes, initial);
  useUnsafeToReload(changed.length > 0);

  function change(name: string, value: FieldValue) {
    setChanges((before) => changeField(before, { name, value, initial }));
    if (rejection?.name === name) setRejection(null);
  }

  const to = (name: string) => (value: FieldValue) => change(name, value);
  const fieldProps = (name: string) => ({
    error: rejection?.name === name ? rejection.reason : touched.has(name) ? fieldError(parsed.error, name) : undefined,
    // A field that was focused but not edited shows no error.
    onBlur: () => name in changes && setTouched((before) => new Set([...before, name])),
  });

  return {
    key,
    renewKey,
    values,
    /** Names of the fields that were edited. */
    changed,
    ...conflict,
    text: (name: FieldsOf<V, string>) => ({
      ...fieldProps(name),
      value: String(values[name]),
      onChange: ({ target }: { target: { value: string } }) => change(name, target.value),
    }),
    choice: (name: FieldsOf<V, string>) => ({ ...fieldProps(name), value: String(values[name]), onChange: to(name) }),
    check: (name: FieldsOf<V, boolean>) => ({ checked: values[name] === true, onChange: to(name) }),
    list: <K extends FieldsOf<V, readonly unknown[]>>(name: K) => ({
      ...fieldProps(name),
      value: values[name],
      onChange: to(name),
    }),
    /** The errors of fields that are shown in one place. */
    problems: (names: readonly string[]) => names.flatMap((name) => fieldProps(name).error ?? []),
    /** Calls `onReady` with the parsed values if they are valid; otherwise all fields show their errors. */
    submit: (onReady: (values: O) => void) => (event: SubmitEvent<HTMLFormElement>) => {
      event.preventDefault();
      formRef.current = event.currentTarget;
      // Not as it was last rendered: a choice such as "1 h" counts from the press.
      const entered = schema.safeParse(values);
      if (entered.success) return onReady(entered.data);
      setTouched(new Set(Object.keys(values)));
      focusOn(event.currentTarget, "[aria-invalid]");
    },
    /** Shows the server's error for a field. */
    setError: (name: keyof V & string, reason: string) => {
      setRejection({ name, reason });
      regainFocus(formRef.current, "[aria-invalid]");
    },
    /** Discards all edits. */
    reset: () => {
      clearEdits();
      setTouched(new Set());
      setRejection(null);
      regainFocus(formRef.current, "input");
    },
  };
}

/** The edits and the key they are submitted with; both survive a reload. */
function useEdits<V extends Values>(initial: V, { draft: name, secret }: DraftOptions<V>) {
  const draft = useDraft(name);
  const [{ key, changes }, setEdits] = useState(() => restored(draft.read(), initial));

  useEffect(() => {
    const stored = Object.entries(changes).filter(([field]) => field !== secret);
    if (stored.length > 0) draft.write({ key, changes: Object.fromEntries(stored) });
    else draft.clear();
  }, [draft, key, changes, secret]);

  const setChanges = (next: (changes: FieldChanges) => FieldChanges) =>
    setEdits((before) => ({ ...before, changes: next(before.changes) }));
  return {
    key,
    changes,
    renewKey: () => setEdits((before) => ({ ...before, key: randomToken() })),
    setChanges,
    conflict: {
      /** Names of the edited fields that have another value in `initial` since. */
      conflicts: conflictingFields(changes, initial),
      /** Resolves a conflict by keeping the edit. */
      keep: (name: string) => setChanges((before) => keepEdit(before, name, initial)),
      /** Discards the edit of one field. */
      drop: (name: string) => setChanges((before) => discardEdit(before, name)),
    },
    clearEdits: () => {
      // Right away: a form that closes now is not rendered again.
      draft.clear();
      setEdits((before) => ({ ...before, changes: {} }));
    },
  };
}

const storedEdits = z.object({ key: z.string(), changes: z.unknown() });

/** A draft, without fields that the form no longer has. */
function restored(draft: unknown, initial: Values): { key: string; changes: FieldChanges } {
  const { data } = storedEdits.safeParse(draft);
  return { key: data?.key ?? randomToken(), changes: restoredChanges(data?.changes, initial) };
}

function fieldError(error: z.core.$ZodError | undefined, name: string): string | undefined {
  return error?.issues.find(({ path }) => path[0] === name)?.message;
}

/** A button that was disabled while busy has lost the focus. */
function regainFocus(form: HTMLFormElement | null, target: string): void {
  if (form && document.activeElement === document.body) focusOn(form, target);
}

/** Focuses the first matching field once it is rendered; of a group of controls its first one. */
function focusOn(form: HTMLFormElement, target: string): void {
  requestAnimationFrame(() => {
    const field = form.querySelector(target);
    const control = field?.matches("fieldset") ? field.querySelector("input, select, button") : field;
    if (control instanceof HTMLElement) control.focus();
  });
}
