import { useRef, useState, type SubmitEvent } from "react";
import type { z } from "zod";

/** Names of the fields of `V` that hold a `T`. */
type FieldsOf<V, T> = { [K in keyof V]: V[K] extends T ? K : never }[keyof V] & string;

type Values = Record<string, string | boolean>;

/** The fields of a form, ready for the controls that show them. */
export type Form<V extends Values> = Pick<
  ReturnType<typeof useForm<V, unknown>>,
  "values" | "text" | "choice" | "check"
>;

/** What a form is told of what it sent. */
export type Sent<V extends Values> = Pick<ReturnType<typeof useForm<V, unknown>>, "reset" | "refuse">;

/**
 * What someone enters into a form. `initial` is what it shows where nothing was changed, and may change meanwhile: what was
 * entered stays. A field that something was entered into says what is wrong once it was left; every field does once the whole
 * form was submitted.
 */
export function useForm<V extends Values, O>(schema: z.ZodType<O>, initial: V) {
  const [changes, setChanges] = useState<Partial<V>>({});
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [refusal, setRefusal] = useState<{ name: string; reason: string } | null>(null);
  const sent = useRef<HTMLFormElement>(null);
  const values = { ...initial, ...changes };
  const read = schema.safeParse(values);
  const changed = Object.keys(changes).filter((name) => values[name] !== initial[name]);

  function change(name: string, value: string | boolean) {
    setChanges((before) => ({ ...before, [name]: value }));
    if (refusal?.name === name) setRefusal(null);
  }

  const about = (name: string) => ({
    error: refusal?.name === name ? refusal.reason : left.has(name) ? problemOf(read.error, name) : undefined,
    // Whoever only passes through is not scolded for an empty field.
    onBlur: () => name in changes && setLeft((before) => new Set([...before, name])),
  });

  return {
    values,
    /** Names of the fields that differ from what they were. */
    changed,
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
      setChanges({});
      setLeft(new Set());
      setRefusal(null);
      regainFocus(sent.current, "input");
    },
  };
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
