import type { AlertRule } from "@groundcrew/shared/alerts";
import { IconBellOff } from "@tabler/icons-react";
import { z } from "zod";
import { useForm } from "../../lib/index.ts";
import { FormDialog, FormText, TextField } from "../../ui/index.ts";
import { useSwitchRule } from "./use-rules.ts";

const switchOffForm = z.object({ reason: z.string().trim().max(200, "Use at most 200 characters.") });

type SwitchOffDialogProps = {
  /** The rule as it was when the dialog opened. */
  opened: AlertRule;
  /** The rules as they are now. */
  rules: readonly AlertRule[];
  onClose: () => void;
};

/** Asks why a rule is switched off, which the list then shows. */
export function SwitchOffDialog({ opened, rules, onClose }: SwitchOffDialogProps) {
  const rule = rules.find(({ id }) => id === opened.id) ?? opened;
  const form = useForm(switchOffForm, { reason: "" });
  const change = useSwitchRule({ onDone: onClose });
  return (
    <FormDialog
      title="Switch Off This Rule"
      subtitle={rule.name}
      icon={IconBellOff}
      action="Switch Off"
      form={form}
      news={change.isPending || rule.rev === opened.rev ? null : `${rule.edited_by} has changed this rule.`}
      isBlocked={!rule.enabled}
      write={change}
      onSubmit={form.submit(({ reason }) =>
        change.mutate({ rule, enabled: false, reason: reason === "" ? null : reason }),
      )}
      onClose={onClose}
    >
      <FormText>Ends its active alerts. Nobody is notified by it until it is switched on again.</FormText>
      <TextField label="Why" maxLength={200} hint="Shown in the list of rules." {...form.text("reason")} />
    </FormDialog>
  );
}
