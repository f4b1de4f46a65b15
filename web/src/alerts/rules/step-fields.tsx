import { useId } from "react";
import { IconPlus, IconX } from "@tabler/icons-react";
import type { Form } from "../../lib/index.ts";
import { type Choice, PickerChips } from "../../kit/index.ts";
import { Button, CheckField, IconButton } from "../../ui/index.ts";
import { type RuleValues, type StepValues } from "./rule-form.ts";
import styles from "../alerts.module.css";

type StepFieldsProps = {
  form: Form<RuleValues>;
  /** Who is notified without waiting. */
  atOnce: string;
  channels: readonly Choice[];
  people: readonly Choice[];
};

const STEPS_MAX = 3;
const nextMinutes = [15, 60, 240];

/** Who else is notified when nobody acknowledges. */
export function StepFields({ form, atOnce, channels, people }: StepFieldsProps) {
  const { error, value: steps, onChange } = form.list("steps");
  const id = useId();
  const incomplete = steps.findIndex((step) => step.channels.length + step.people.length === 0);
  const change = (index: number, changed: Partial<StepValues>) =>
    onChange(steps.map((step, at) => (at === index ? { ...step, ...changed } : step)));
  const add: StepValues = {
    after_minutes: nextMinutes[steps.length] ?? 15,
    channels: [],
    people: [],
    through_quiet: false,
  };
  const general = incomplete === -1 ? error : undefined;
  return (
    <fieldset
      className="column gap-2"
      aria-label="Escalation"
      aria-invalid={general === undefined ? undefined : true}
      aria-describedby={general === undefined ? undefined : id}
    >
      {steps.length > 0 && (
        <ol className="bordered rounded ruled" aria-label="Escalation steps">
          <li className="p-2h-3 grid gap-2 size-small">
            <span>
              at once <span className="ml-2 soft">{atOnce}</span>
            </span>
          </li>
          {steps.map((step, index) => (
            <Step
              // oxlint-disable-next-line react/no-array-index-key -- steps have no other identity than their place
              key={index}
              {...{ step, channels, people }}
              number={index + 1}
              error={index === incomplete ? error : undefined}
              onChange={(changed) => change(index, changed)}
              onRemove={() => onChange(steps.filter((_, at) => at !== index))}
            />
          ))}
        </ol>
      )}
      {general !== undefined && (
        <span id={id} className="own-line caption danger">
          {general}
        </span>
      )}
      {steps.length < STEPS_MAX && (
        <div>
          <Button icon={IconPlus} onClick={() => onChange([...steps, add])}>
            Add a Step
          </Button>
        </div>
      )}
    </fieldset>
  );
}

type StepProps = Omit<StepFieldsProps, "form" | "atOnce"> & {
  step: StepValues;
  /** From 1. */
  number: number;
  /** Why the step cannot be saved. */
  error: string | undefined;
  onChange: (changed: Partial<StepValues>) => void;
  onRemove: () => void;
};

function Step({ step, number, error, channels, people, onChange, onRemove }: StepProps) {
  return (
    <li className="p-2h-3 grid gap-2 size-small">
      <div className={`row wrap gap-2 inline-fields ${styles.sentence}`}>
        after
        <input
          className={styles.number}
          inputMode="numeric"
          aria-label={`Minutes before step ${number}`}
          value={String(step.after_minutes)}
          onChange={({ target }) => onChange({ after_minutes: Number(target.value.replaceAll(/\D/g, "")) })}
        />
        minutes
        <IconButton
          tone="quiet"
          className="push-right"
          icon={IconX}
          label={`Remove step ${number}`}
          onClick={onRemove}
        />
      </div>
      <PickerChips
        label={`Channels of step ${number}`}
        action="Add a channel"
        items={channels}
        value={step.channels.map(String)}
        error={error}
        onChange={(chosen) => onChange({ channels: chosen.map(Number) })}
      />
      <PickerChips
        label={`People of step ${number}`}
        action="Add a person"
        items={people}
        value={step.people.map(String)}
        onChange={(chosen) => onChange({ people: chosen.map(Number) })}
      />
      <CheckField
        label="Also in quiet hours"
        checked={step.through_quiet}
        onChange={(through_quiet) => onChange({ through_quiet })}
      />
    </li>
  );
}
