import { useState } from "react";
import { bulkMaintenance } from "@groundcrew/shared/bulk-acts";
import { HOUR_MS } from "@groundcrew/shared/lib";
import { MAINTENANCE_MAX_DAYS } from "@groundcrew/shared/maintenance";
import type { Station } from "@groundcrew/shared/stations";
import { call } from "../../data/api/index.ts";
import { serverNow, useServerNow } from "../../data/clock/index.ts";
import { Names, UntilField, untilTime } from "../../kit/index.ts";
import { countText, fieldTime, untilText, useForm } from "../../lib/index.ts";
import { startSchema } from "../../maintenance/index.ts";
import { stationTitle, useTimeZone } from "../../station/index.ts";
import { Notice, TextField } from "../../ui/index.ts";
import { bulkIcons } from "../icons.ts";
import { ActFrame, Change } from "../act-frame.tsx";
import { namesOf, useBegin, type ActDialogProps } from "../use-begin.ts";

/** The end that is entered at first, from now. */
const USUAL_MS = 4 * HOUR_MS;

/** Puts stations into maintenance from now on. */
export function MaintenanceDialog({ stations, ...props }: ActDialogProps) {
  const now = useServerNow();
  // Of the stations as they were: the zone stays the same while they report where they are.
  const [opened] = useState(() => ({ at: serverNow(), stations }));
  const zone = useTimeZone(opened.stations);
  const initial = { why: "", start: "now", later: "", choice: "4h", other: fieldTime(opened.at + USUAL_MS, zone) };
  const form = useForm(startSchema({ now, zone }), initial, { draft: "maintenance of several stations" });
  const write = useBegin({
    ...props,
    form,
    run: ({ why, until }: { why: string; until: string }, once) =>
      call(bulkMaintenance, { body: { stations: namesOf(stations), why, until } }, once),
  });
  const until = untilTime(form.values, { from: now, zone });
  return (
    <ActFrame
      act={{ kind: "maintenance", user: props.user }}
      title="Begin Maintenance"
      icon={bulkIcons.maintenance}
      action={(count) => `Begin on ${count}`}
      change={<Change what="Maintenance" from="no" to={until === null ? "yes" : `until ${untilText(until, now)}`} />}
      onSubmit={form.submit((entered) => write.mutate(entered))}
      onClose={props.onClose}
      {...{ stations, form, write }}
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

/** Warns of errors that maintenance would hide. */
function OpenErrors({ stations }: { stations: readonly Station[] }) {
  const open = stations.filter(({ support_metrics }) => (support_metrics?.errors_unresolved ?? 0) > 0);
  if (open.length === 0) return null;
  const have = open.length === 1 ? "has" : "have";
  return (
    <Notice tone="warning">
      {`${countText(open.length, "station")} ${have} unresolved errors: `}
      <Names names={open.map(stationTitle)} />. Maintenance silences them too.
    </Notice>
  );
}
