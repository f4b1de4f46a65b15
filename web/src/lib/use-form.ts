import { useState, type SubmitEvent } from "react";
import type { z } from "zod";

/** Names of the fields of `V` that hold a `T`. */
type FieldsOf<V, T> = { [K in keyof V]: V[K] extends T ? K : never }[keyof V] & string;

type Values = Record<string, string | boolean>;

/** The fields of a form, ready for the controls that show them. */
export type Form<V extends Values> = Pick<
  ReturnType<typeof useForm<V, unknown>>,
  "values" | "text" | "choice" | "check"
>;

/**
 * What someone enters into a form. `initial` is what it shows where nothing was changed, and may change meanwhile: what was
 * entered stays. A field says what is wrong once it was left, or once the whole form was submitted.
 */
export function useForm<V extends Values, O>(schema: z.ZodType<O>, initial: V) {
  const [changes, setChanges] = useState<Partial<V>>({});
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const values = { ...initial, ...changes };
  const read = schema.safeParse(values);
  const changed = Object.keys(changes).filter((name) => values[name] !== initial[name]);

  const change = (name: string, value: string | boolean) => setChanges((before) => ({ ...before, [name]: value }));
  const about = (name: string) => ({
    error: left.has(name) && !read.success ? problemOf(read.error, name) : undefined,
    onBlur: () => setLeft((before) => new Set([...before, name])),
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
      if (read.success) return onReady(read.data);
      setLeft(new Set(Object.keys(values)));
      focusProblem(event.currentTarget);
    },
    /** Forgets what was entered. */
    reset: () => {
      setChanges({});
      setLeft(new Set());
    },
  };
}

function problemOf({ issues }: z.core.$ZodError, name: string): string | undefined {
  return issues.find(({ path }) => path[0] === name)?.message;
}

/** Goes to the first field that says what is wrong, once it says so. */
function focusProblem(form: HTMLFormElement): void {
  requestAnimationFrame(() => {
    const field = form.querySelector("[aria-invalid]");
    if (field instanceof HTMLElement) field.focus();
  });
}
