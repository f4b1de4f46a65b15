import { useEffect, useRef, useState, type SubmitEvent } from "react";
import { z } from "zod";
import { useDraft } from "./drafts.ts";
import {
  changedFields,
  changeField,
  conflictingFields,
  dropField,
  keepField,
  restoredChanges,
  withChanges,
  type FieldChanges,
} from "./form-changes.ts";
import { randomToken } from "./random-token.ts";

/** Names of the fields of `V` that hold a `T`. */
type FieldsOf<V, T> = { [K in keyof V]: V[K] extends T ? K : never }[keyof V] & string;

type Values = Record<string, string | boolean>;

/** The fields of a form, ready for the controls that show them. */
export type Form<V extends Values> = Pick<
  ReturnType<typeof useForm<V, unknown>>,
  "values" | "text" | "choice" | "check"
>;

/** What a form is told of what it sent. */
export type SubmittedForm<V extends Values> = Pick<ReturnType<typeof useForm<V, unknown>>, "reset" | "refuse"> &
  FormKey;

/** How a form keeps what was entered: under the name of a draft, all but the field that holds a secret. */
type DraftOptions<V extends Values> = { draft?: string; secret?: keyof V & string };

/** What is in a form now is created at most once under this key. It is renewed once it was saved or definitely refused. */
export type FormKey = { key: string; renewKey: () => void };

/**
 * What someone enters into a form. `initial` is what it shows where nothing was changed, and may change meanwhile: what was
 * entered stays. A field that something was entered into says what is wrong once it was left; every field does once the whole
 * form was submitted.
 */
export function useForm<V extends Values, O>(schema: z.ZodType<O>, initial: V, keeping: DraftOptions<V> = {}) {
  const { key, changes, renewKey, setChanges, forget } = useEntered(initial, keeping);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [refusal, setRefusal] = useState<{ name: string; reason: string } | null>(null);
  const sent = useRef<HTMLFormElement>(null);
  const values = withChanges(initial, changes);
  const read = schema.safeParse(values);

  function change(name: string, value: string | boolean) {
    setChanges((before) => changeField(before, { name, value, initial }));
    if (refusal?.name === name) setRefusal(null);
  }

  const about = (name: string) => ({
    error: refusal?.name === name ? refusal.reason : left.has(name) ? problemOf(read.error, name) : undefined,
    // A field that was only passed through shows no error.
    onBlur: () => name in changes && setLeft((before) => new Set([...before, name])),
  });

  return {
    key,
    renewKey,
    values,
    /** Names of the fields that differ from what they were. */
    changed: changedFields(changes, initial),
    /** Names of the fields that `initial` has given another value since they were changed. */
    conflicts: conflictingFields(changes, initial),
    /** Settles a conflict: what was entered stays. */
    keep: (name: string) => setChanges((before) => keepField(before, name, initial)),
    /** Forgets what was entered into one field. */
    drop: (name: string) => setChanges((before) => dropField(before, name)),
    text: (name: FieldsOf<V, string>) => ({
      ...about(name),
      value: String(values[name]),
      onChange: ({ target }: { target: { value: string } }) => change(name, target.value),
    }),
    choice: (name: FieldsOf<V, string>) => ({
      ...about(name),
      value: String(values[name]),
      onChange: (value: string) => change(name, value),
    }),
    check: (name: FieldsOf<V, boolean>) => ({
      checked: values[name] === true,
      onChange: (isChecked: boolean) => change(name, isChecked),
    }),
    /** Calls `onReady` with what was entered, if all of it fits; else every field says what is wrong. */
    submit: (onReady: (entered: O) => void) => (event: SubmitEvent<HTMLFormElement>) => {
      event.preventDefault();
      sent.current = event.currentTarget;
      if (read.success) return onReady(read.data);
      setLeft(new Set(Object.keys(values)));
      focusOn(event.currentTarget, "[aria-invalid]");
    },
    /** What the server finds wrong with a field. */
    refuse: (name: keyof V & string, reason: string) => {
      setRefusal({ name, reason });
      regainFocus(sent.current, "[aria-invalid]");
    },
    /** Forgets what was entered. */
    reset: () => {
      forget();
      setLeft(new Set());
      setRefusal(null);
      regainFocus(sent.current, "input");
    },
  };
}

/** What was entered and the key it is sent under, also before the page was loaded again. */
function useEntered<V extends Values>(initial: V, { draft: name, secret }: DraftOptions<V>) {
  const draft = useDraft(name);
  const [{ key, changes }, setEntered] = useState(() => restored(draft.read(), initial));

  useEffect(() => {
    const kept = Object.entries(changes).filter(([field]) => field !== secret);
    if (kept.length > 0) draft.write({ key, changes: Object.fromEntries(kept) });
    else draft.forget();
  }, [draft, key, changes, secret]);

  return {
    key,
    changes,
    renewKey: () => setEntered((before) => ({ ...before, key: randomToken() })),
    setChanges: (next: (changes: FieldChanges) => FieldChanges) =>
      setEntered((before) => ({ ...before, changes: next(before.changes) })),
    forget: () => {
      // At once: a form that closes now renders no more.
      draft.forget();
      setEntered((before) => ({ ...before, changes: {} }));
    },
  };
}

const kept = z.object({ key: z.string(), changes: z.unknown() });

/** A draft, with those of its fields that the form still has. */
function restored(draft: unknown, initial: Values): { key: string; changes: FieldChanges } {
  const { data } = kept.safeParse(draft);
  return { key: data?.key ?? randomToken(), changes: restoredChanges(data?.changes, initial) };
}

function problemOf(error: z.core.$ZodError | undefined, name: string): string | undefined {
  return error?.issues.find(({ path }) => path[0] === name)?.message;
}

/** A button that was switched off while it was busy has lost the focus. */
function regainFocus(form: HTMLFormElement | null, target: string): void {
  if (form && document.activeElement === document.body) focusOn(form, target);
}

/** Goes to the first such field, once it is there. */
function focusOn(form: HTMLFormElement, target: string): void {
  requestAnimationFrame(() => {
    const field = form.querySelector(target);
    if (field instanceof HTMLElement) field.focus();
  });
}
