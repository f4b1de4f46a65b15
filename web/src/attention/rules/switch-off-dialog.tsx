import { useId } from "react";
import type { AlertRule } from "@groundcrew/shared/alerts";
import { IconBellOff } from "@tabler/icons-react";
import { z } from "zod";
import { useForm } from "../../lib/index.ts";
import { Button, Dialog, TextField } from "../../ui/index.ts";
import styles from "./rules-page.module.css";
import { useSwitchRule } from "./use-rules.ts";

const switchOffForm = z.object({ reason: z.string().trim().max(200, "Use at most 200 characters.") });

/** Asks why a rule is switched off, which the list then shows. */
export function SwitchOffDialog({ rule, onClose }: { rule: AlertRule; onClose: () => void }) {
  const formId = useId();
  const form = useForm(switchOffForm, { reason: "" });
  const change = useSwitchRule(onClose);
  return (
    <Dialog
      title="Switch Off This Rule"
      subtitle={rule.name}
      icon={IconBellOff}
      size="form"
      closeLabel="Go Back"
      footer={
        <Button tone="main" type="submit" form={formId} icon={IconBellOff} busy={change.isPending}>
          Switch Off
        </Button>
      }
      onClose={onClose}
    >
      <form
        id={formId}
        noValidate
        className={styles.form}
        onSubmit={form.submit(({ reason }) =>
          change.mutate({ rule, enabled: false, reason: reason === "" ? null : reason }),
        )}
      >
        <p className={styles.reason}>Its alerts end, and nobody is notified by it until it is switched on again.</p>
        <TextField
          label="Why"
          maxLength={200}
          data-autofocus
          hint="Shown in the list of rules."
          {...form.text("reason")}
        />
      </form>
    </Dialog>
  );
}
