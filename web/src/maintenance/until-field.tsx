import { MAINTENANCE_MAX_DAYS } from "@groundcrew/shared/maintenance";
import { ChoiceField, TextField } from "../ui/index.ts";
import { zonedText } from "./times.ts";

type TextProps = {
  value: string;
  onChange: (event: { target: { value: string } }) => void;
  error?: string | undefined;
};

type UntilFieldProps<Choice extends string> = {
  labels: Readonly<Record<Choice, string>>;
  choice: { value: string; onChange: (value: string) => void; error?: string | undefined };
  other: TextProps;
  /** The chosen end (ms); null while none is entered. */
  until: number | null;
  zone: string;
};

/** The end of a maintenance: a usual one, or an entered time. */
export function UntilField<Choice extends string>({ labels, choice, other, until, zone }: UntilFieldProps<Choice>) {
  const note = `${until === null ? "" : `Until ${zonedText(until, zone)}. `}At most ${MAINTENANCE_MAX_DAYS} days.`;
  return (
    <ChoiceField<string> label="Until" labels={labels} value={choice.value} onChange={choice.onChange} note={note}>
      {choice.value === "other" ? <TextField label={`Time (${zone})`} type="datetime-local" {...other} /> : other.error}
    </ChoiceField>
  );
}
