import { extendMaintenance, MAINTENANCE_MAX_DAYS } from "@groundcrew/shared/maintenance";
import type { Station } from "@groundcrew/shared/stations";
import { IconClockPlus } from "@tabler/icons-react";
import { call, useServerMutation } from "../data/api/index.ts";
import { useServerNow } from "../data/clock/index.ts";
import { UntilField, zonedText } from "../kit/index.ts";
import { fieldTime, momentText, useForm } from "../lib/index.ts";
import { CautionNotice } from "../sites/index.ts";
import { useTimeZone } from "../station/index.ts";
import { toast, FormDialog, FormText } from "../ui/index.ts";
import { titleOf } from "./chosen-stations.ts";
import { extendedEnd, extendSchema } from "./times.ts";
import { useNewestMaintenance } from "./use-newest-maintenance.ts";

type ExtendDialogProps = { stations: readonly Station[]; onClose: () => void };

/** Gives the maintenance of stations a later end. */
export function ExtendDialog({ stations, onClose }: ExtendDialogProps) {
  const now = useServerNow();
  const zone = useTimeZone(stations);
  const { maintained, news, hasEnded } = useNewestMaintenance(stations);
  const periods = maintained.map(({ maintenance }) => maintenance);
  const latest = periods.toSorted((a, b) => Date.parse(b.until) - Date.parse(a.until))[0] ?? { from: "", until: "" };
  const form = useForm(extendSchema(periods, { now, zone }), {
    choice: "1h",
    other: fieldTime(Date.parse(latest.until), zone),
  });
  const extend = useServerMutation({
    form,
    run: async ({ ends }: { ends: string[] }) => {
      const windows = periods.map(({ id, until }, nth) => ({ id, seen_until: until, until: ends[nth] ?? until }));
      return call(extendMaintenance, { body: { windows } });
    },
    async onSuccess(_, { ends }) {
      toast("success", `In maintenance until ${momentText(ends.toSorted().at(-1) ?? "")}`);
      onClose();
    },
  });
  const isSame = periods.every(({ until }) => until === latest.until);
  return (
    <FormDialog
      title="Extend Maintenance"
      subtitle={titleOf(maintained)}
      icon={IconClockPlus}
      action="Extend"
      form={form}
      news={extend.isPending ? null : news}
      isBlocked={hasEnded}
      write={extend}
      onSubmit={form.submit((entered) => extend.mutate(entered))}
      onClose={onClose}
    >
      <CautionNotice stations={maintained} />
      {!hasEnded && (
        <FormText>{`It ends at ${isSame ? "" : "different times, the last one at "}${zonedText(Date.parse(latest.until), zone)}.`}</FormText>
      )}
      <UntilField
        choices={["1h", "4h", "evening"]}
        labels={{ "1h": "+1 h", "4h": "+4 h" }}
        form={form}
        until={hasEnded ? null : extendedEnd(latest, form.values, { now, zone })}
        zone={zone}
        maxDays={MAINTENANCE_MAX_DAYS}
      />
    </FormDialog>
  );
}
