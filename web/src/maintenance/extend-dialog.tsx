import { useState } from "react";
import { changeMaintenance, type MaintenanceWindow } from "@groundcrew/shared/maintenance";
import { IconClockPlus } from "@tabler/icons-react";
import { call, useServerMutation, errorSentence } from "../api/index.ts";
import { serverNow } from "../clock/index.ts";
import { momentText, useForm } from "../lib/index.ts";
import { toast, FormDialog, FormText } from "../ui/index.ts";
import { extendSchema, fieldTime } from "./times.ts";
import { UntilField } from "./until-field.tsx";
import { useMaintenanceRefresh } from "./use-maintenance.ts";

type ExtendDialogProps = { window: MaintenanceWindow; title: string; onClose: () => void };

/** Gives a maintenance a later or earlier end. */
export function ExtendDialog({ window, title, onClose }: ExtendDialogProps) {
  const [now] = useState(serverNow);
  const refresh = useMaintenanceRefresh([window.station]);
  const form = useForm(extendSchema({ from: window.from, now }), {
    choice: "other",
    other: fieldTime(Date.parse(window.until)),
  });
  const change = useServerMutation({
    form,
    run: async ({ until }: { until: string }) =>
      call(changeMaintenance, { params: { window: window.id }, body: { rev: window.rev, until } }),
    async onSuccess(_, { until }) {
      await refresh();
      toast("success", `In maintenance until ${momentText(until)}`);
      onClose();
    },
  });
  return (
    <FormDialog
      title="Extend Maintenance"
      subtitle={title}
      icon={IconClockPlus}
      action="Save End"
      form={form}
      isBusy={change.isPending}
      failure={change.error && errorSentence(change.error)}
      onSubmit={form.submit((entered) => change.mutate(entered))}
      onClose={onClose}
    >
      <FormText>{`It ends at ${momentText(window.until)}. Choose another end, counted from now:`}</FormText>
      <UntilField choice={form.choice("choice")} other={form.text("other")} from={now} />
    </FormDialog>
  );
}
