import { useState } from "react";
import { MAX_MUTE_DAYS, muteAlert, type Alert } from "@groundcrew/shared/alerts";
import { IconBellOff } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { call, errorSentence, queryKeys, useServerMutation } from "../../api/index.ts";
import { serverNow } from "../../clock/index.ts";
import { momentText, useForm } from "../../lib/index.ts";
import { ChoiceField, FormDialog, FormText, TextField, toast } from "../../ui/index.ts";
import { muteChoices, muteEnd, muteLabels, muteSchema } from "./muting.ts";

/** Mutes an alert until a time. */
export function MuteDialog({ alert, onClose }: { alert: Alert; onClose: () => void }) {
  const [now] = useState(serverNow);
  const client = useQueryClient();
  const form = useForm(muteSchema(now), { choice: "4h", other: "", why: "" }, { draft: `mute alert ${alert.id}` });
  const mute = useServerMutation({
    form,
    run: async (entered: { until: string; why: string }) =>
      call(muteAlert, { params: { alert: alert.id }, body: { ...entered, rev: alert.rev } }),
    onSuccess(_, { until }) {
      toast("success", `Muted until ${momentText(until)}`);
      form.reset();
      onClose();
    },
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.alerts.all }),
  });
  return (
    <FormDialog
      title="Mute This Alert"
      subtitle={[alert.title, alert.station_title].filter(Boolean).join(" · ")}
      icon={IconBellOff}
      action="Mute"
      form={{ ...form, changed: form.changed.filter((field) => field === "why") }}
      isBusy={mute.isPending}
      failure={mute.error && errorSentence(mute.error)}
      onSubmit={form.submit((entered) => mute.mutate(entered))}
      onClose={onClose}
    >
      <FormText>Nobody is notified again while it is muted. It stays on this page, under Muted.</FormText>
      <Until form={form} now={now} />
      <TextField
        label="Why"
        aria-required
        maxLength={200}
        data-autofocus
        hint="Shown to everyone in your organization who sees the alert."
        {...form.text("why")}
      />
      <FormText>The mute ends when the alert gets worse, or comes back after recovering.</FormText>
    </FormDialog>
  );
}

type UntilProps = {
  form: Pick<
    ReturnType<typeof useForm<{ choice: string; other: string; why: string }, unknown>>,
    "choice" | "text" | "values"
  >;
  now: number;
};

function Until({ form, now }: UntilProps) {
  const choice = form.choice("choice");
  const other = form.text("other");
  const chosen = muteChoices.find((one) => one === choice.value) ?? "4h";
  const until = muteEnd(chosen, { now, other: form.values.other });
  const isOwnTime = chosen === "other";
  const note = isOwnTime
    ? undefined
    : until === null
      ? ""
      : `Until ${momentText(until)}. At most ${MAX_MUTE_DAYS} days.`;
  return (
    <ChoiceField label="Until" labels={muteLabels} value={chosen} onChange={choice.onChange} note={note}>
      {isOwnTime && <TextField label="Time" type="datetime-local" {...other} />}
    </ChoiceField>
  );
}
