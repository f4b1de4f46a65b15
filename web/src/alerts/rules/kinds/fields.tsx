import { degreeSigns, enteredLimit, shownLimit } from "@groundcrew/shared/lib";
import { useState, type ReactNode } from "react";
import { shownUnit } from "../../../lib/index.ts";
import { CheckField } from "../../../ui/index.ts";
import styles from "../../alerts.module.css";

/** Describes the fields of the condition, of which there is one on a page. */
export const PROBLEM_ID = "condition-problem";

const invalid = (error: string | undefined) =>
  error === undefined ? {} : { "aria-invalid": true, "aria-describedby": PROBLEM_ID };

type InputProps = {
  label: string;
  value: string;
  error: string | undefined;
  onChange: (event: { target: { value: string } }) => void;
  onBlur: () => void;
};

/** A number within a sentence. */
export function NumberInput({ label, error, ...field }: InputProps) {
  const shared = { "aria-label": label, autoComplete: "off", ...invalid(error), ...field };
  return <input className={styles.number} inputMode="decimal" {...shared} />;
}

const unitNames = { fahrenheit: "Degrees Fahrenheit", celsius: "Degrees Celsius" } as const;

/** A temperature within a sentence, with its unit. `value` is in °F; while it is the one that was typed, the field shows it as it was typed. */
export function TemperatureInput({ value, onChange, ...field }: Omit<InputProps, "label">) {
  const unit = shownUnit.get();
  const [typed, setTyped] = useState({ text: "", value: "" });
  const inUnit = (text: string, convert: typeof shownLimit) => {
    const number = text.trim() === "" ? Number.NaN : Number(text);
    return Number.isNaN(number) ? text : String(convert(number, unit));
  };
  const handleChange = ({ target }: { target: { value: string } }) => {
    const stored = inUnit(target.value, enteredLimit);
    setTyped({ text: target.value, value: stored });
    onChange({ target: { value: stored } });
  };
  return (
    <>
      <NumberInput
        label={unitNames[unit]}
        value={typed.value === value ? typed.text : inUnit(value, shownLimit)}
        onChange={handleChange}
        {...field}
      />{" "}
      {degreeSigns[unit]}
    </>
  );
}

/** A few words within a sentence. */
export function TextInput({ label, error, ...field }: InputProps) {
  const shared = { "aria-label": label, autoComplete: "off", ...invalid(error), ...field };
  return <input className={styles.version} inputMode="text" {...shared} />;
}

type ChecksProps = {
  group: string;
  /** Before the boxes. */
  title?: ReactNode;
  labels: ReadonlyMap<string, string>;
  value: readonly string[];
  error: string | undefined;
  onChange: (value: string[]) => void;
};

/** Check boxes for the items of a list. */
export function Checks({ group, title, labels, value, error, onChange }: ChecksProps) {
  return (
    <fieldset className="row wrap gap-2" aria-label={group} {...invalid(error)}>
      {title}
      {[...labels].map(([one, label]) => (
        <CheckField
          key={one}
          label={label}
          checked={value.includes(one)}
          onChange={(isChosen) => onChange([...value.filter((other) => other !== one), ...(isChosen ? [one] : [])])}
        />
      ))}
    </fieldset>
  );
}
