import { useId, useState } from "react";
import { muteAlert, type Alert } from "@groundcrew/shared/alerts";
import { IconBellOff } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { call, errorSentence, queryKeys, useServerMutation } from "../../api/index.ts";
import { serverNow } from "../../clock/index.ts";
import { momentText, useForm } from "../../lib/index.ts";
import { Button, Dialog, Notice, TextField, toast } from "../../ui/index.ts";
import styles from "./mute-dialog.module.css";
import { muteChoices, muteEnd, muteLabels, muteSchema } from "./muting.ts";

/** Mutes an alert until a time. */
export function MuteDialog({ alert, onClose }: { alert: Alert; onClose: () => void }) {
  const [now] = useState(serverNow);
  const formId = useId();
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
    <Dialog
      title="Mute This Alert"
      subtitle={[alert.title, alert.station_title].filter(Boolean).join(" · ")}
      icon={IconBellOff}
      size="options"
      isStatic
      closeLabel="Go Back"
      hasInput={form.changed.includes("why")}
      onDiscard={form.reset}
      footer={
        <>
          {mute.error && (
            <div>
              <Notice tone="danger">{errorSentence(mute.error)}</Notice>
            </div>
          )}
          <Button tone="main" type="submit" icon={IconBellOff} form={formId} busy={mute.isPending}>
            Mute
          </Button>
        </>
      }
      onClose={onClose}
    >
      <form id={formId} noValidate className={styles.form} onSubmit={form.submit((entered) => mute.mutate(entered))}>
        <p className={styles.text}>Nobody is notified again while it is muted. It stays on this page, under Muted.</p>
        <Until form={form} now={now} />
        <TextField
          label="Why"
          aria-required
          maxLength={200}
          data-autofocus
          hint="Shown to everyone who sees the alert."
          {...form.text("why")}
        />
        <p className={styles.text}>The mute ends when the alert gets worse, or comes back after recovering.</p>
      </form>
    </Dialog>
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
  return (
    <fieldset className={styles.until}>
      <legend className={styles.required}>Until</legend>
      <div className={styles.choices}>
        {muteChoices.map((one) => (
          <Button key={one} aria-pressed={one === chosen} onClick={() => choice.onChange(one)}>
            {muteLabels[one]}
          </Button>
        ))}
      </div>
      {chosen === "other" ? (
        <TextField label="Time" type="datetime-local" {...other} />
      ) : (
        <output className={styles.note}>{until === null ? "" : `Until ${momentText(until)}. At most 30 days.`}</output>
      )}
    </fieldset>
  );
}
