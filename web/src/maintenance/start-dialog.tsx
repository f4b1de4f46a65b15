import { useState } from "react";
import { HOUR_MS } from "@groundcrew/shared/lib";
import { MAINTENANCE_MAX_DAYS, startMaintenance } from "@groundcrew/shared/maintenance";
import type { SessionUser } from "@groundcrew/shared/sessions";
import type { Station } from "@groundcrew/shared/stations";
import { IconCalendarPlus, IconTool } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { call, useServerMutation } from "../data/api/index.ts";
import { serverNow, useServerNow } from "../data/clock/index.ts";
import { useStations } from "../data/fleet/index.ts";
import { UntilField, untilTime } from "../kit/index.ts";
import { countText, fieldTime, momentText, useForm, type Form, type SubmittedForm } from "../lib/index.ts";
import { currentUser } from "../sessions/index.ts";
import { CautionNotice } from "../sites/index.ts";
import { useTimeZone } from "../station/index.ts";
import { ChoiceField, Notice, TextAreaField, TextField, toast, FormDialog } from "../ui/index.ts";
import { countProblem, startableStations } from "./chosen-stations.ts";
import { StationChoice } from "./station-choice.tsx";
import { effectText } from "./texts.ts";
import { maintenanceStart, startSchema } from "./times.ts";
import { useStationAlerts } from "./use-maintenance.ts";

type StartDialogProps = { stations: readonly Station[]; isPlanned: boolean; onClose: () => void };

/** Puts stations into maintenance, now or later. */
export function StartDialog(props: StartDialogProps) {
  const user = currentUser(useQueryClient());
  return user && <OpenDialog {...props} user={user} />;
}

type Values = { why: string; start: string; later: string; choice: string; other: string };

function OpenDialog({ stations: first, isPlanned, user, onClose }: StartDialogProps & { user: SessionUser }) {
  const now = useServerNow();
  const zone = useTimeZone(first);
  const { chosen, setNames } = useChosenStations(first, user);
  const draft = `maintenance of ${first.map(({ name }) => name).join()}`;
  const [openedAt] = useState(serverNow);
  const form = useForm(startSchema({ now, zone }), initialValues(isPlanned, openedAt, zone), { draft });
  const isLater = form.values.start === "later";
  const { startable, leftOut } = startableStations(chosen, { isLater, now });
  const problem = countProblem(startable.length);
  const names = startable.map(({ name }) => name);
  const start = useStart(form, { names, onClose });
  // While maintenance starts, the stations enter it.
  const isOpen = !start.isPending && !start.isSuccess;
  const title = isLater ? "Plan Maintenance" : "Start Maintenance";
  return (
    <FormDialog
      title={title}
      subtitle={countText(startable.length, "station")}
      icon={isLater ? IconCalendarPlus : IconTool}
      action={title}
      form={form}
      write={start}
      onSubmit={form.submit((entered) => problem === null && start.mutate(entered))}
      onClose={onClose}
    >
      <StationChoice user={user} first={first} chosen={chosen} onChange={setNames} />
      <CautionNotice stations={chosen} />
      {leftOut !== null && isOpen && <Notice tone="warning">{leftOut}</Notice>}
      {problem !== null && isOpen && <Notice tone="danger">{problem}</Notice>}
      <TextAreaField
        label="Why"
        aria-required
        rows={2}
        maxLength={500}
        data-autofocus
        hint={`Seen by everyone who sees the ${names.length === 1 ? "station" : "stations"}.`}
        {...form.text("why")}
      />
      <FromField form={form} zone={zone} />
      <UntilField
        choices={["1h", "4h", "today", "evening"]}
        form={form}
        until={endOf(form.values, { now, zone })}
        zone={zone}
        maxDays={MAINTENANCE_MAX_DAYS}
      />
      {startable.length > 0 && <Effect stations={startable} values={form.values} now={now} zone={zone} />}
    </FormDialog>
  );
}

/** Starts or plans the maintenance of stations. */
function useStart(form: SubmittedForm<Values>, { names, onClose }: { names: readonly string[]; onClose: () => void }) {
  return useServerMutation({
    form,
    run: async (entered: { why: string; from: string | null; until: string }, once) =>
      call(startMaintenance, { body: { ...entered, stations: [...names] } }, once),
    async onSuccess(_, { from, until }) {
      const count = names.length === 1 ? "" : `${countText(names.length, "station")}: `;
      const done = from === null ? `In maintenance until ${momentText(until)}` : `Planned for ${momentText(from)}`;
      toast("success", `${count}${done}`);
      form.reset();
      onClose();
    },
  });
}

function initialValues(isPlanned: boolean, now: number, zone: string): Values {
  return {
    why: "",
    start: isPlanned ? "later" : "now",
    later: fieldTime(now + HOUR_MS, zone),
    choice: "4h",
    other: fieldTime(now + 4 * HOUR_MS, zone),
  };
}

const NO_PARTS = [] as const;

/** The stations that are chosen, at first those that the dialog was opened for, with their newest values. */
function useChosenStations(first: readonly Station[], user: SessionUser) {
  const [names, setNames] = useState<readonly string[]>(() => first.map(({ name }) => name));
  const { fleet } = useStations({ user, parts: NO_PARTS, wanted: { names } });
  const opened = new Map(first.map((station) => [station.name, station]));
  const chosen = names.flatMap((name) => fleet?.stations.get(name) ?? opened.get(name) ?? []);
  return { chosen, setNames };
}

/** When maintenance begins: now, or at a time. */
function FromField({ form, zone }: { form: Form<Values>; zone: string }) {
  const start = form.choice("start");
  return (
    <ChoiceField label="From" labels={{ now: "Now", later: "Later…" }} value={start.value} onChange={start.onChange}>
      {start.value === "later" && <TextField label={`Start (${zone})`} type="datetime-local" {...form.text("later")} />}
    </ChoiceField>
  );
}

/** When the entered maintenance ends (ms); null while its start or its end is not entered. */
function endOf(values: Values, { now, zone }: { now: number; zone: string }): number | null {
  const from = maintenanceStart(values, { now, zone });
  return from === null ? null : untilTime(values, { from, zone });
}

type EffectProps = { stations: readonly Station[]; values: Values; now: number; zone: string };

/** The effects of maintenance, and the alerts of the station that it suppresses. */
function Effect({ stations, values, now, zone }: EffectProps) {
  const [only] = stations;
  const alerts = useStationAlerts(stations.length === 1 ? only?.name : undefined, "active");
  const from = maintenanceStart(values, { now, zone }) ?? now;
  const until = endOf(values, { now, zone });
  const isLater = values.start === "later";
  // People report incidents, which stand whatever the station does; and what is wrong at a later time is not known.
  const suppressed = isLater ? [] : (alerts ?? []).filter(({ kind }) => kind !== "incident");
  return (
    <Notice tone="info">
      {effectText({ count: stations.length, from: isLater ? from : null, until, alerts: suppressed, now })}
    </Notice>
  );
}
