import { useState } from "react";
import { HOUR_MS } from "@groundcrew/shared/lib";
import { startMaintenance } from "@groundcrew/shared/maintenance";
import type { Station } from "@groundcrew/shared/stations";
import { IconCalendarPlus, IconTool } from "@tabler/icons-react";
import { call, useServerMutation, errorSentence } from "../api/index.ts";
import { serverNow } from "../clock/index.ts";
import { momentText, useForm, type Form } from "../lib/index.ts";
import { ChoiceField, Notice, TextAreaField, TextField, toast, FormDialog } from "../ui/index.ts";
import { stationTitle } from "../station/index.ts";
import { fieldTime, maintenanceStart, startSchema } from "./times.ts";
import { UntilField } from "./until-field.tsx";
import { useMaintenanceRefresh } from "./use-maintenance.ts";

type StartDialogProps = { station: Station; isPlanned: boolean; onClose: () => void };

/** Puts a station into maintenance, now or later. */
export function StartDialog({ station, isPlanned, onClose }: StartDialogProps) {
  const [now] = useState(serverNow);
  const refresh = useMaintenanceRefresh(station.name);
  const initial = {
    why: "",
    start: isPlanned ? "later" : "now",
    later: fieldTime(now + HOUR_MS),
    choice: "4h",
    other: fieldTime(now + 4 * HOUR_MS),
  };
  const form = useForm(startSchema(now), initial, { draft: `maintenance of ${station.name}` });
  const start = useServerMutation({
    form,
    run: async (entered: { why: string; from: string | null; until: string }, once) =>
      call(startMaintenance, { body: { ...entered, stations: [station.name] } }, once),
    async onSuccess(_, { from, until }) {
      await refresh();
      toast("success", from === null ? `In maintenance until ${momentText(until)}` : `Planned for ${momentText(from)}`);
      form.reset();
      onClose();
    },
  });
  const isLater = form.values.start === "later";
  const title = isLater ? "Plan Maintenance" : "Start Maintenance";
  const place = [station.organization_name, station.location_deployment].filter(Boolean).join(" · ");
  return (
    <FormDialog
      title={title}
      subtitle={`${stationTitle(station)} · ${place}`}
      icon={isLater ? IconCalendarPlus : IconTool}
      action={title}
      form={form}
      isBusy={start.isPending}
      failure={start.error && errorSentence(start.error)}
      onSubmit={form.submit((entered) => start.mutate(entered))}
      onClose={onClose}
    >
      <TextAreaField
        label="Why"
        aria-required
        rows={2}
        maxLength={500}
        data-autofocus
        hint="Seen by everyone who sees the station."
        {...form.text("why")}
      />
      <FromField form={form} />
      <UntilField
        choice={form.choice("choice")}
        other={form.text("other")}
        from={maintenanceStart(form.values, now) ?? now}
      />
      <Notice tone="info">
        During maintenance this station causes no alerts, and its errors are not counted in triage. Everything it does
        is still recorded. Maintenance ends by itself.
      </Notice>
    </FormDialog>
  );
}

type Values = { why: string; start: string; later: string; choice: string; other: string };

/** When maintenance begins: now, or at a time. */
function FromField({ form }: { form: Form<Values> }) {
  const start = form.choice("start");
  return (
    <ChoiceField label="From" labels={{ now: "Now", later: "Later…" }} value={start.value} onChange={start.onChange}>
      {start.value === "later" && <TextField label="Start" type="datetime-local" {...form.text("later")} />}
    </ChoiceField>
  );
}
