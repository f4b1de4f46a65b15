import { MAINTENANCE_MAX_DAYS } from "@groundcrew/shared/maintenance";
import { momentText } from "../lib/index.ts";
import { Button, TextField } from "../ui/index.ts";
import styles from "./maintenance.module.css";
import { maintenanceEnd, untilChoices, untilLabels } from "./times.ts";

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
  const chosen = untilChoices.find((one) => one === choice.value) ?? "4h";
  const until = maintenanceEnd(chosen, { from, other: other.value });
  return (
    <fieldset className={styles.choiceField}>
      <legend>Until</legend>
      <div className={styles.choices}>
        {untilChoices.map((one) => (
          <Button key={one} aria-pressed={one === chosen} onClick={() => choice.onChange(one)}>
            {untilLabels[one]}
          </Button>
        ))}
      </div>
      {chosen === "other" ? (
        <TextField label="Time" type="datetime-local" hint={limitText(null)} {...other} />
      ) : (
        <output className={styles.note}>{limitText(until)}</output>
      )}
    </fieldset>
  );
}

function limitText(until: number | null): string {
  const time = until === null ? "" : `Until ${momentText(until)}. `;
  return `${time}Your time (${zone}). At most ${MAINTENANCE_MAX_DAYS} days.`;
}
