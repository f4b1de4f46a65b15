import { KEY_DAYS, type NewApiKey } from "@groundcrew/shared/api-keys";
import { DAY_MS } from "@groundcrew/shared/lib";
import { IconKey } from "@tabler/icons-react";
import { serverNow } from "../../data/clock/index.ts";
import { dateText, useForm, type Form } from "../../lib/index.ts";
import { CheckField, ChoiceField, FormDialog, TextField } from "../../ui/index.ts";
import styles from "./api-keys.module.css";
import { emptyKey, endOf, lastsLabels, newKeyForm, SCOPES, scopeTexts, type NewKeyValues } from "./new-key-form.ts";
import { useKeyCreation } from "./use-api-keys.ts";

type NewKeyDialogProps = {
  orgId: number;
  organization: string | undefined;
  /** True if the key may get scopes of admins. */
  isForAdmins: boolean;
  onCreated: (key: NewApiKey) => void;
  onClose: () => void;
};

/** Creates a key. */
export function NewKeyDialog({ orgId, organization, isForAdmins, onCreated, onClose }: NewKeyDialogProps) {
  const form = useForm(newKeyForm, emptyKey, { draft: `new key ${orgId}` });
  const write = useKeyCreation(orgId, form, onCreated);
  return (
    <FormDialog
      title="New API Key"
      subtitle={organization}
      icon={IconKey}
      action="Create Key"
      form={form}
      write={write}
      onSubmit={form.submit((values) => write.mutate(values))}
      onClose={onClose}
    >
      <TextField label="Description" aria-required maxLength={200} autoComplete="off" {...form.text("description")} />
      <ScopesField form={form} isForAdmins={isForAdmins} />
      <div className={`grid gap-4 one-column-small ${styles.limits}`}>
        <LastsField form={form} />
        <TextField
          label="Only from These Addresses"
          hint="Optional. Addresses or networks such as 192.0.2.0/24, separated by commas."
          autoComplete="off"
          spellCheck={false}
          {...form.text("addresses")}
        />
      </div>
    </FormDialog>
  );
}

type FieldsProps = { form: Form<NewKeyValues> };

function ScopesField({ form, isForAdmins }: FieldsProps & { isForAdmins: boolean }) {
  const [problem] = form.problems(["read_fleet"]);
  return (
    <fieldset className="m-0 p-0 no-border" aria-invalid={problem === undefined ? undefined : true}>
      <legend className="label mb-1">May</legend>
      <div className={`grid halves one-column-small bordered rounded clip ${styles.scopes}`}>
        {SCOPES.map((scope) => (
          <CheckField
            key={scope}
            label={scopeTexts[scope].label}
            hint={scopeTexts[scope].about}
            disabled={scope === "write_errors" && !isForAdmins}
            {...form.check(scope)}
          />
        ))}
      </div>
      {problem !== undefined && <p className="caption danger mt-1h">{problem}</p>}
    </fieldset>
  );
}

function LastsField({ form }: FieldsProps) {
  const now = serverNow();
  const end = endOf(form.values, now);
  const isDate = form.values.lasts === "date";
  return (
    <ChoiceField
      label="Ends"
      labels={lastsLabels}
      note={`${end === null ? "" : `${dateText(end)}. `}An email goes out 14 days and 1 day before.`}
      {...form.choice("lasts")}
    >
      {isDate && (
        <TextField
          label="Day"
          type="date"
          min={dateText(now)}
          max={dateText(now + (KEY_DAYS.max - 1) * DAY_MS)}
          {...form.text("date")}
        />
      )}
    </ChoiceField>
  );
}
