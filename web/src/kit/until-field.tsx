import type { Form } from "../lib/index.ts";
import { ChoiceField, TextField } from "../ui/index.ts";
import { type UntilChoice, untilLabels, type UntilValues, zonedText } from "./until.ts";

type UntilFieldProps = {
  choices: readonly UntilChoice[];
  /** Other labels of choices. */
  labels?: Partial<Record<UntilChoice, string>>;
  form: {
    choice: (name: "choice") => ReturnType<Form<UntilValues>["choice"]>;
    text: (name: "other") => ReturnType<Form<UntilValues>["text"]>;
  };
  /** The chosen end (ms); null while none is entered. */
  until: number | null;
  zone: string;
  maxDays: number;
};

/** Sets when something ends: at a usual time, or at an entered one. */
export function UntilField({ choices, labels, form, until, zone, maxDays }: UntilFieldProps) {
  const { error, ...other } = form.text("other");
  const { value, onChange } = form.choice("choice");
  const isEntered = value === "other";
  return (
    <ChoiceField
      label="Until"
      labels={Object.fromEntries([...choices, "other" as const].map((one) => [one, labels?.[one] ?? untilLabels[one]]))}
      value={value}
      error={isEntered ? undefined : error}
      note={`${until === null ? "" : `Until ${zonedText(until, zone)}. `}At most ${maxDays} days.`}
      onChange={onChange}
    >
      {isEntered && <TextField label={`Time (${zone})`} type="datetime-local" error={error} {...other} />}
    </ChoiceField>
  );
}
