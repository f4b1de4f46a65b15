import { useRef, useState, type ChangeEvent } from "react";
import type { z } from "zod";

export type Line<T> = ReturnType<typeof useLine<T>>;

/** A line of text that someone types, and what is wrong with it: looked at on leaving the field and on sending it. */
export function useLine<T>(schema: z.ZodType<T>) {
  const ref = useRef<HTMLInputElement>(null);
  const [value, setValue] = useState("");
  const [error, setError] = useState<string>();

  function check() {
    const read = schema.safeParse(value);
    setError(read.error?.issues[0]?.message);
    return read;
  }

  return {
    /** Goes into a `TextField` or `PasswordField`. */
    field: {
      ref,
      value,
      error,
      onChange({ target }: ChangeEvent<HTMLInputElement>) {
        setValue(target.value);
        setError(undefined);
      },
      // Whoever only passes through is not scolded for an empty field.
      onBlur: () => value !== "" && check(),
    },
    /** Hands over what was entered, or says what is wrong with it and leads there. */
    submit(onValid: (value: T) => void) {
      const read = check();
      if (read.success) onValid(read.data);
      else ref.current?.focus();
    },
    /** What the server finds wrong with it. */
    refuse(reason: string) {
      setError(reason);
      regainFocus(ref.current);
    },
    clear() {
      setValue("");
      setError(undefined);
      regainFocus(ref.current);
    },
  };
}

/** A button that was switched off while it was busy has lost the focus. */
function regainFocus(input: HTMLInputElement | null): void {
  if (document.activeElement === document.body) input?.focus();
}
