import { useState, type ChangeEvent } from "react";

/** The typed text, and the number that was there before. */
type Typed = { text: string; before: number };

/**
 * The attributes of an input of a number, which can be emptied and begun with a minus sign while it is typed. As long as it is no number, the
 * value is what it was before, which the input displays again once it is left.
 */
export function useNumberInput(value: number, onChange: (value: number) => void) {
  const [typed, setTyped] = useState<Typed | null>(null);
  return {
    value: typed?.text ?? value,
    onChange({ target }: ChangeEvent<HTMLInputElement>) {
      const before = typed?.before ?? value;
      setTyped({ text: target.value, before });
      onChange(Number.isFinite(target.valueAsNumber) ? target.valueAsNumber : before);
    },
    onBlur: () => setTyped(null),
  };
}
