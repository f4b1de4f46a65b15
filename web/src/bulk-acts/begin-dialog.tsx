import { useState } from "react";
import {
  bulkEntries,
  bulkImages,
  bulkMaintenance,
  bulkMove,
  bulkRestore,
  bulkRetire,
  type BulkKind,
} from "@groundcrew/shared/bulk-acts";
import { HOUR_MS } from "@groundcrew/shared/lib";
import { MAINTENANCE_MAX_DAYS } from "@groundcrew/shared/maintenance";
import type { Station } from "@groundcrew/shared/stations";
import { supportLogStatusLabels, type NewEntryInput } from "@groundcrew/shared/support-log";
import { IconArchive, IconArchiveOff, IconBuilding, IconCamera, IconNotes, IconTool } from "@tabler/icons-react";
import { z } from "zod";
import { call } from "../data/api/index.ts";
import { useServerNow, serverNow } from "../data/clock/index.ts";
import { UntilField, untilTime } from "../kit/index.ts";
import { browserZone, countText, fieldTime, untilText, useForm } from "../lib/index.ts";
import { startSchema } from "../maintenance/index.ts";
import { OrganizationField, useOrganizations } from "../manage/organizations/index.ts";
import { stationTitle } from "../station/index.ts";
import { EntryFields, useEntryForm } from "../support-log/index.ts";
import { ChoiceField, Notice, TextField } from "../ui/index.ts";
import { ActFrame } from "./act-frame.tsx";
import { useBegin, type ActDialogProps } from "./use-begin.ts";

type DialogProps = ActDialogProps & { stations: readonly Station[] };

const namesOf = (stations: readonly Station[]) => stations.map(({ name }) => name);

/** The dialog that begins an act of a kind on stations. */
export function BeginDialog({ kind, ...props }: DialogProps & { kind: BulkKind }) {
  switch (kind) {
    case "maintenance":
      return <MaintenanceDialog {...props} />;
    case "entry":
      return <EntryDialog {...props} />;
    case "images":
      return <ImagesDialog {...props} />;
    case "move":
      return <MoveDialog {...props} />;
    case "retire":
    case "restore":
      return <RetireDialog {...props} kind={kind} />;
  }
}

/** The end that is entered at first, from now. */
const USUAL_MS = 4 * HOUR_MS;

function MaintenanceDialog({ stations, ...props }: DialogProps) {
  const now = useServerNow();
  const zone = browserZone;
  const [opened] = useState(serverNow);
  const initial = { why: "", start: "now", later: "", choice: "4h", other: fieldTime(opened + USUAL_MS, zone) };
  const form = useForm(startSchema({ now, zone }), initial, { draft: "maintenance of several stations" });
  const { begin, isBusy, failure } = useBegin({
    ...props,
    form,
    run: ({ why, until }: { why: string; until: string }, once) =>
      call(bulkMaintenance, { body: { stations: namesOf(stations), why, until } }, once),
  });
  const until = untilTime(form.values, { from: now, zone });
  return (
    <ActFrame
      act={{ kind: "maintenance" }}
      title="Begin Maintenance"
      icon={IconTool}
      action={(count) => `Begin on ${count}`}
      change={
        <Change
          what="Maintenance"
          from="no"
          to={until === null ? "yes" : `until ${untilText(new Date(until).toISOString(), now)}`}
        />
      }
      onSubmit={form.submit((entered) => begin.mutate(entered))}
      onClose={props.onClose}
      {...{ stations, form, isBusy, failure }}
    >
      <TextField
        label="Reason"
        aria-required
        maxLength={500}
        data-autofocus
        hint="Shown in the list and in the timeline."
        {...form.text("why")}
      />
      <UntilField
        choices={["1h", "4h", "today", "evening"]}
        {...{ form, until, zone }}
        maxDays={MAINTENANCE_MAX_DAYS}
      />
      <OpenErrors stations={stations} />
    </ActFrame>
  );
}

const NAMED_MAX = 3;

/** Warns of errors that maintenance would hide. */
function OpenErrors({ stations }: { stations: readonly Station[] }) {
  const open = stations.filter(({ support_metrics }) => (support_metrics?.errors_unresolved ?? 0) > 0);
  if (open.length === 0) return null;
  const names = open.length <= NAMED_MAX ? `: ${open.map(stationTitle).join(", ")}` : "";
  const have = open.length === 1 ? "has" : "have";
  return (
    <Notice tone="warning">
      {`${countText(open.length, "station")} ${have} unresolved errors${names}. Maintenance silences them too.`}
    </Notice>
  );
}

function EntryDialog({ stations, ...props }: DialogProps) {
  const { form, fields } = useEntryForm({ draft: "entry of several stations" });
  const { begin, isBusy, failure } = useBegin({
    ...props,
    form,
    run: ({ attached_errors: _none, ...entry }: NewEntryInput, once) =>
      call(bulkEntries, { body: { stations: namesOf(stations), entry } }, once),
  });
  return (
    <ActFrame
      act={{ kind: "entry" }}
      title="New Support Log Entry"
      icon={IconNotes}
      action={(count) => `Create on ${count}`}
      change={`New entry: ${supportLogStatusLabels[form.values.status]}`}
      onSubmit={form.submit((entry) => begin.mutate(entry))}
      onClose={props.onClose}
      {...{ stations, form, isBusy, failure }}
    >
      <EntryFields {...fields} />
    </ActFrame>
  );
}

const lightsLabels = { on: "Lights on", off: "Lights off" };

function ImagesDialog({ stations, ...props }: DialogProps) {
  const [lights, setLights] = useState("on");
  const { begin, isBusy, failure } = useBegin({
    ...props,
    run: (_: void, once) =>
      call(bulkImages, { body: { stations: namesOf(stations), lights_on: lights === "on" } }, once),
  });
  return (
    <ActFrame
      act={{ kind: "images" }}
      title="Take New Images"
      icon={IconCamera}
      action={(count) => `Begin on ${count}`}
      change="Take new images, 8 stations at a time"
      onSubmit={(event) => {
        event.preventDefault();
        begin.mutate();
      }}
      onClose={props.onClose}
      {...{ stations, isBusy, failure }}
    >
      <ChoiceField label="Lights" labels={lightsLabels} value={lights} onChange={setLights} />
    </ActFrame>
  );
}

const moveSchema = z.object({ org_id: z.string().min(1, "Choose an organization.").transform(Number) });

function MoveDialog({ stations, ...props }: DialogProps) {
  const form = useForm(moveSchema, { org_id: "" });
  const org_id = Number(form.values.org_id);
  const { begin, isBusy, failure } = useBegin({
    ...props,
    form,
    run: (entered: { org_id: number }, once) =>
      call(bulkMove, { body: { stations: namesOf(stations), org_id: entered.org_id } }, once),
  });
  const name = useOrganizations().data?.find(({ id }) => id === org_id)?.name;
  return (
    <ActFrame
      act={{ kind: "move", org_id }}
      title="Move to an Organization"
      icon={IconBuilding}
      action={(count) => `Move ${count}`}
      change={name === undefined ? "Organization" : <Change what="Organization" to={name} />}
      isConfirmed
      onSubmit={form.submit((entered) => begin.mutate(entered))}
      onClose={props.onClose}
      {...{ stations, form, isBusy, failure }}
    >
      <OrganizationField {...form.choice("org_id")} />
      <Notice tone="info">
        Its users see these stations from then on, and those of the organization before no longer.
      </Notice>
    </ActFrame>
  );
}

const retireTexts = {
  retire: {
    title: "Retire Stations",
    icon: IconArchive,
    action: "Retire",
    change: <Change what="In service" from="yes" to="no" />,
    note: "Retired stations are disconnected, and leave the list unless Show retired is on.",
    call: bulkRetire,
  },
  restore: {
    title: "Restore Stations",
    icon: IconArchiveOff,
    action: "Restore",
    change: <Change what="In service" from="no" to="yes" />,
    note: "They connect again by themselves.",
    call: bulkRestore,
  },
};

function RetireDialog({ kind, stations, ...props }: DialogProps & { kind: "retire" | "restore" }) {
  const { title, icon, action, change, note, call: endpoint } = retireTexts[kind];
  const { begin, isBusy, failure } = useBegin({
    ...props,
    run: (_: void, once) => call(endpoint, { body: { stations: namesOf(stations) } }, once),
  });
  return (
    <ActFrame
      act={{ kind }}
      action={(count) => `${action} ${count}`}
      isConfirmed={kind === "retire"}
      onSubmit={(event) => {
        event.preventDefault();
        begin.mutate();
      }}
      onClose={props.onClose}
      {...{ title, icon, change, stations, isBusy, failure }}
    >
      <Notice tone="info">{note}</Notice>
    </ActFrame>
  );
}

/** A value that becomes another one. */
function Change({ what, from, to }: { what: string; from?: string; to: string }) {
  return (
    <>
      {what} {from !== undefined && <s className="muted">{from}</s>} → <b>{to}</b>
    </>
  );
}
