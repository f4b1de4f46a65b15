import { useState, type ChangeEvent } from "react";

/** The typed text, and the number that was there before. */
type Typed = { text: string; before: number };

/** How a value is shown, and which one is meant by what is entered. */
export type Conversion = { shown: (value: number) => number; entered: (value: number) => number };

export const AS_IT_IS: Conversion = { shown: (value) => value, entered: (value) => value };

/**
 * The attributes of an input of a number, which can be emptied and begun with a minus sign while it is typed. As long as it is no number, the
 * value is what it was before, which the input displays again once it is left.
 */
export function useNumberInput(
  value: number,
  onChange: (value: number) => void,
  { shown, entered }: Conversion = AS_IT_IS,
) {
  const [typed, setTyped] = useState<Typed | null>(null);
  return {
    value: typed?.text ?? shown(value),
    onChange({ target }: ChangeEvent<HTMLInputElement>) {
      const before = typed?.before ?? value;
      setTyped({ text: target.value, before });
      onChange(Number.isFinite(target.valueAsNumber) ? entered(target.valueAsNumber) : before);
    },
    onBlur: () => setTyped(null),
  };
}
