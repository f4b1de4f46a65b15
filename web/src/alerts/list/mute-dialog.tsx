import { MAX_MUTE_DAYS, muteAlert, type Alert } from "@groundcrew/shared/alerts";
import { IconBellOff } from "@tabler/icons-react";
import { z } from "zod";
import { call, useServerMutation } from "../../data/api/index.ts";
import { serverNow, useServerNow } from "../../data/clock/index.ts";
import { refuse, UntilField, untilProblem, untilTime } from "../../kit/index.ts";
import { momentText, shownText, shownZone, useForm } from "../../lib/index.ts";
import { useUndo } from "../../undo/index.ts";
import { FormDialog, FormText, TextField } from "../../ui/index.ts";
import { useAlert } from "./use-alerts.ts";

type MuteDialogProps = {
  /** The alert as it was when the dialog opened. */
  opened: Alert;
  onClose: () => void;
};

/** Mutes an alert until a time. Stays open when the alert changes, and says what changed. */
export function MuteDialog({ opened, onClose }: MuteDialogProps) {
  const alert = useAlert(opened.id).data ?? opened;
  const now = useServerNow();
  const form = useForm(
    muteSchema(serverNow),
    { choice: "4h", other: "", why: "" },
    { draft: `mute alert ${alert.id}` },
  );
  const offerUndo = useUndo();
  const mute = useServerMutation({
    form,
    run: async (entered: { until: string; why: string }) =>
      call(muteAlert, { params: { alert: alert.id }, body: { ...entered, rev: alert.rev } }),
    onSuccess({ headers }, { until }) {
      offerUndo(`Muted until ${momentText(until)}`, headers);
      form.reset();
      onClose();
    },
  });
  return (
    <FormDialog
      title="Mute This Alert"
      subtitle={[shownText(alert.title), alert.station_title].filter(Boolean).join(" · ")}
      icon={IconBellOff}
      action="Mute"
      form={{ ...form, changed: form.changed.filter((field) => field === "why") }}
      news={newsText(opened, alert)}
      isBlocked={alert.ended !== null}
      write={mute}
      onSubmit={form.submit((entered) => mute.mutate(entered))}
      onClose={onClose}
    >
      <FormText>
        Nobody in your organization is notified of it while it is muted. It stays on this page, under Muted.
      </FormText>
      <UntilField
        choices={["1h", "4h", "morning", "monday"]}
        form={form}
        until={untilTime(form.values, { from: now, zone: shownZone() })}
        zone={shownZone()}
        maxDays={MAX_MUTE_DAYS}
      />
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

/** How an alert has changed since a question about it opened: `Lee Tran acknowledged this.` Null if it has not. */
function newsText(before: Alert, { ended, reason, muted, owner }: Alert): string | null {
  if (ended !== null) return `This alert has ended${reason === null ? "." : `: ${reason.replace(/\.$/, "")}.`}`;
  if (muted !== null && muted.until !== before.muted?.until)
    return `${muted.by} muted this until ${momentText(muted.until)}.`;
  if (owner?.rev === before.owner?.rev) return null;
  if (owner === null) return `${before.owner?.owner} no longer has this.`;
  return owner.acknowledged_at === null ? `This was assigned to ${owner.owner}.` : `${owner.owner} acknowledged this.`;
}

/** The input of the dialog. Choices such as "1 h" count from when it is parsed, by `clock` (ms). */
function muteSchema(clock: () => number) {
  return z.object({ choice: z.string(), other: z.string(), why: z.string() }).transform((entered, context) => {
    const now = clock();
    const until = untilTime(entered, { from: now, zone: shownZone() });
    const problem = untilProblem(until, { now, maxDays: MAX_MUTE_DAYS });
    if (problem !== null || until === null) return refuse(context, "other", problem ?? "");
    const why = entered.why.trim();
    return why === "" ? refuse(context, "why", "Say why.") : { until: new Date(until).toISOString(), why };
  });
}
