import { isStaffKind, kindLabels, ruleKind } from "@groundcrew/shared/alerts";
import { IconAlertTriangle, IconUrgent } from "@tabler/icons-react";
import { shownText, type Form } from "../../lib/index.ts";
import { RadioButtons } from "../../ui/index.ts";
import { PROBLEM_ID } from "./kinds/fields.tsx";
import { ruleKindForms } from "./kinds/index.ts";
import { settingNames, type RuleValues } from "./rule-form.ts";
import styles from "../alerts.module.css";

/** When a rule makes an alert, and how severe it is. */
export function WhenFields({ form, isStaff }: { form: Form<RuleValues>; isStaff: boolean }) {
  const kind = ruleKind.catch("offline").parse(form.values.kind);
  const { help, Fields } = ruleKindForms[kind];
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
        <Fields form={form} />
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
      <HelpOrProblem help={help} problems={form.problems(settingNames(kind))} />
    </>
  );
}

/** The meaning of the condition or, in its place so that nothing moves under the pointer, the problems of its fields. */
function HelpOrProblem({ help, problems }: { help: string; problems: readonly string[] }) {
  if (problems.length === 0) return <p className="caption muted">{help}</p>;
  return (
    <p id={PROBLEM_ID} className="own-line caption danger">
      {shownText(problems.join(" "))}
    </p>
  );
}
