import {
  IGNORED_MAX_DAYS,
  ignoreReadinessReason,
  newIgnoredReason,
  type ReadinessReason,
} from "@groundcrew/shared/readiness";
import type { Station } from "@groundcrew/shared/stations";
import { IconBellOff } from "@tabler/icons-react";
import { z } from "zod";
import { call, useServerMutation } from "../data/api/index.ts";
import { useServerNow } from "../data/clock/index.ts";
import { refuse, UntilField, untilProblem, untilTime } from "../kit/index.ts";
import { fieldTime, momentText, useForm } from "../lib/index.ts";
import { reasonTitle, stationTitle, useTimeZone } from "../station/index.ts";
import { useUndo } from "../undo/index.ts";
import { FormDialog, FormText, TextAreaField } from "../ui/index.ts";

type IgnoreDialogProps = { station: Station; reason: ReadinessReason; onClose: () => void };

/** Ignores a reason of a station until a time. */
export function IgnoreDialog({ station, reason, onClose }: IgnoreDialogProps) {
  const now = useServerNow();
  const zone = useTimeZone([station]);
  const form = useForm(ignoreSchema({ now, zone }), { choice: "week", other: fieldTime(now, zone), why: "" });
  const offerUndo = useUndo();
  const ignore = useServerMutation({
    form,
    run: async (body: { until: string; why: string }, once) =>
      call(ignoreReadinessReason, { params: { station: station.name }, body: { code: reason.code, ...body } }, once),
    onSuccess({ body: { until }, headers }) {
      offerUndo(`${reasonTitle(reason, station.station_type)} is ignored until ${momentText(until)}`, headers);
      onClose();
    },
  });
  return (
    <FormDialog
      title="Ignore a Reason"
      subtitle={stationTitle(station)}
      icon={IconBellOff}
      action="Ignore"
      form={form}
      write={ignore}
      onSubmit={form.submit((entered) => ignore.mutate(entered))}
      onClose={onClose}
    >
      <FormText>
        <b>{reasonTitle(reason, station.station_type)}</b>
        {" has no effect on the readiness of this station until then, unless it gets worse."}
      </FormText>
      <UntilField
        choices={["morning", "monday", "week"]}
        form={form}
        until={untilTime(form.values, { from: now, zone })}
        zone={zone}
        maxDays={IGNORED_MAX_DAYS}
      />
      <TextAreaField label="Why" rows={2} aria-required {...form.text("why")} />
    </FormDialog>
  );
}

function ignoreSchema({ now, zone }: { now: number; zone: string }) {
  return z
    .object({ choice: z.string(), other: z.string(), why: newIgnoredReason.shape.why })
    .transform(({ why, ...chosen }, context) => {
      const time = untilTime(chosen, { from: now, zone });
      const problem = untilProblem(time, { now, maxDays: IGNORED_MAX_DAYS });
      if (time === null || problem !== null) return refuse(context, "other", problem ?? "Enter a time.");
      return { why, until: new Date(time).toISOString() };
    });
}
