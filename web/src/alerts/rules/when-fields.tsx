import type { ReactNode } from "react";
import { alertedReason, isStaffKind, kindLabels, ruleKind, type RuleKind } from "@groundcrew/shared/alerts";
import { reasonLabels } from "@groundcrew/shared/readiness";
import { IconAlertTriangle, IconUrgent } from "@tabler/icons-react";
import { PickerChips } from "../../kit/index.ts";
import type { Form } from "../../lib/index.ts";
import { CheckField, RadioButtons } from "../../ui/index.ts";
import type { RuleValues } from "./rule-form.ts";
import styles from "../alerts.module.css";

type FieldsProps = { form: Form<RuleValues>; isStaff: boolean };

const help: Record<RuleKind, string> = {
  offline:
    "Offline means that the station's link is down. A site whose stations all go silent within 5 minutes makes one alert, not one for each station.",
  temperature: "The alert ends once the temperature is 3 °F back.",
  battery_error: "A battery in the charger reports an unrecoverable error.",
  battery_temperature: "Of batteries in the charger.",
  camera_missing: "A camera that the station's configuration has is not detected.",
  clock_skew: "Compared with the server's clock.",
  no_swaps:
    "The usual gap is the median between the swaps of the last 14 days, but at least 2 hours. Stations with fewer than 20 swaps in that time are not watched.",
  error_rate: "Station errors of any kind.",
  error_group: "One alert for a group of errors, whichever stations have them.",
  incident: "An entry of the support log with an alerting tag.",
  firmware: "Versions are compared by their numbers.",
  link_flapping: "How often the station's link was lost.",
  not_ready: "A drone cannot land and swap. Without a reason, any counts. Stations that are offline are not watched.",
};

/** When a rule makes an alert, and how severe it is. */
export function WhenFields({ form, isStaff }: FieldsProps) {
  const kind = ruleKind.catch("offline").parse(form.values.kind);
  const choice = form.choice("kind");
  const severity = form.choice("severity");
  const kinds = ruleKind.options.filter((one) => isStaff || !isStaffKind(one) || one === kind);
  return (
    <>
      <div className={`row wrap gap-2 inline-fields ${styles.sentence}`}>
        <select aria-label="Condition" value={kind} onChange={({ target }) => choice.onChange(target.value)}>
          {kinds.map((one) => (
            <option key={one} value={one}>
              {kindLabels[one]}
            </option>
          ))}
        </select>
        <ConditionFields form={form} kind={kind} />
      </div>
      <div className={`row wrap gap-2 inline-fields ${styles.sentence}`}>
        <span>Severity</span>
        <RadioButtons
          label="Severity"
          labels={{ urgent: "Urgent", warning: "Warning" }}
          icons={{ urgent: IconUrgent, warning: IconAlertTriangle }}
          value={severity.value}
          onChange={severity.onChange}
        />
      </div>
      <HelpOrProblem form={form} kind={kind} />
    </>
  );
}

type NumberName = "fahrenheit" | "celsius" | "minutes" | "seconds" | "times" | "errors" | "stations";

function ConditionFields({ form, kind }: { form: Form<RuleValues>; kind: RuleKind }) {
  const number = (name: NumberName, label: string) => <SmallField form={form} name={name} label={label} />;
  if (kind === "not_ready") return <NotReadyFields form={form} />;
  switch (kind) {
    case "offline":
      return <>for more than {number("minutes", "Minutes")} minutes</>;
    case "temperature":
      return (
        <>
          <Direction form={form} /> {number("fahrenheit", "Degrees Fahrenheit")} °F for {number("minutes", "Minutes")}{" "}
          minutes
        </>
      );
    case "battery_error":
      return null;
    case "battery_temperature":
      return (
        <>
          above {number("celsius", "Degrees Celsius")} °C for {number("minutes", "Minutes")} minutes
        </>
      );
    case "camera_missing":
      return <>for {number("minutes", "Minutes")} minutes</>;
    case "clock_skew":
      return <>by more than {number("seconds", "Seconds")} seconds</>;
    case "no_swaps":
      return <>for {number("times", "Times")} times the usual gap</>;
    case "error_rate":
      return (
        <>
          of at least {number("errors", "Errors")} errors within {number("minutes", "Minutes")} minutes
        </>
      );
    case "error_group":
      return (
        <>
          is <Checks group="States" labels={groupStates} {...form.list("states")} /> New from{" "}
          {number("stations", "Stations")} stations on
        </>
      );
    case "incident":
      return (
        <>
          is <Checks group="Statuses" labels={incidentStatuses} {...form.list("statuses")} />
        </>
      );
    case "firmware":
      return (
        <>
          older than <SmallField form={form} name="older_than" label="Firmware version" />
        </>
      );
    case "link_flapping":
      return (
        <>
          lost {number("times", "Times")} times within {number("minutes", "Minutes")} minutes
        </>
      );
  }
}

function NotReadyFields({ form }: { form: Form<RuleValues> }) {
  return (
    <>
      for <SmallField form={form} name="minutes" label="Minutes" /> minutes
      <CheckField label="Limited too" {...form.check("limited")} />
      <PickerChips label="Reasons" action="Add a reason" items={REASONS} {...form.list("reasons")} />
    </>
  );
}

const REASONS = alertedReason.options.map((id) => ({ id, label: reasonLabels[id] }));

const groupStates = new Map([
  ["new", "New"],
  ["escalating", "Escalating"],
  ["regressed", "Regressed"],
]);
const incidentStatuses = new Map([
  ["incident_needs_action", "Needs Action"],
  ["incident_pending", "Pending"],
  ["incident_pending_urgent", "Pending (Urgent)"],
]);

const paramNames = [
  "fahrenheit",
  "celsius",
  "minutes",
  "seconds",
  "times",
  "errors",
  "stations",
  "older_than",
] as const;

/** The meaning of the condition or, in its place so that nothing moves under the pointer, the problems of its fields. */
function HelpOrProblem({ form, kind }: { form: Form<RuleValues>; kind: RuleKind }) {
  const problems = [...paramNames.map((name) => form.text(name)), form.list("states"), form.list("statuses")].flatMap(
    ({ error }) => error ?? [],
  );
  if (problems.length === 0) return <p className="caption muted">{help[kind]}</p>;
  return (
    <p id={PROBLEM_ID} className="own-line caption danger">
      {problems.join(" ")}
    </p>
  );
}

/** There is one condition on a page. */
const PROBLEM_ID = "condition-problem";

const invalid = (error: string | undefined) =>
  error === undefined ? {} : { "aria-invalid": true, "aria-describedby": PROBLEM_ID };

function SmallField({ form, name, label }: { form: Form<RuleValues>; name: NumberName | "older_than"; label: string }) {
  const { error, value, onChange, onBlur } = form.text(name);
  return (
    <input
      className={name === "older_than" ? styles.version : styles.number}
      inputMode={name === "older_than" ? "text" : "decimal"}
      aria-label={label}
      {...invalid(error)}
      autoComplete="off"
      {...{ value, onChange, onBlur }}
    />
  );
}

function Direction({ form }: { form: Form<RuleValues> }) {
  const { value, onChange } = form.choice("direction");
  return (
    <select aria-label="Direction" value={value} onChange={({ target }) => onChange(target.value)}>
      <option value="above">above</option>
      <option value="below">below</option>
    </select>
  );
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
