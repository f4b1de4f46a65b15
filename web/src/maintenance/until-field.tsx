import { MAINTENANCE_MAX_DAYS } from "@groundcrew/shared/maintenance";
import { momentText } from "../lib/index.ts";
import { ChoiceField, TextField } from "../ui/index.ts";
import { maintenanceEnd, untilChoice, untilLabels } from "./times.ts";

type TextProps = {
  value: string;
  onChange: (event: { target: { value: string } }) => void;
  error?: string | undefined;
};

type UntilFieldProps = {
  choice: { value: string; onChange: (value: string) => void };
  other: TextProps;
  /** When the chosen time begins to count (ms). */
  from: number;
};

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The end of a maintenance: a usual one, or a time of its own. */
export function UntilField({ choice, other, from }: UntilFieldProps) {
  const chosen = untilChoice(choice.value);
  const until = maintenanceEnd(chosen, { from, other: other.value });
  const isOwnTime = chosen === "other";
  return (
    <ChoiceField
      label="Until"
      labels={untilLabels}
      value={chosen}
      onChange={choice.onChange}
      note={isOwnTime ? undefined : limitText(until)}
    >
      {isOwnTime && <TextField label="Time" type="datetime-local" hint={limitText(null)} {...other} />}
    </ChoiceField>
  );
}

function limitText(until: number | null): string {
  const time = until === null ? "" : `Until ${momentText(until)}. `;
  return `${time}Your time (${zone}). At most ${MAINTENANCE_MAX_DAYS} days.`;
}
