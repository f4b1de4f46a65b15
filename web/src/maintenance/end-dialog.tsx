import { useId, useState } from "react";
import { endCurrentMaintenance, maintenanceSolution } from "@groundcrew/shared/maintenance";
import type { Station } from "@groundcrew/shared/stations";
import { IconPlayerStop } from "@tabler/icons-react";
import { call, useServerMutation } from "../data/api/index.ts";
import { useServerNow } from "../data/clock/index.ts";
import { countText } from "../lib/index.ts";
import { CautionNotice } from "../sites/index.ts";
import { Notice, Option, Options, toast, FormDialog, FormText } from "../ui/index.ts";
import { titleOf, type MaintainedStation } from "./chosen-stations.ts";
import { durationText, stillWrongText } from "./texts.ts";
import { useStationAlerts } from "./use-maintenance.ts";
import { useNewestMaintenance } from "./use-newest-maintenance.ts";

/** The fate of errors that were logged during maintenance. */
type Errors = "resolve" | "triage";

type EndDialogProps = { stations: readonly Station[]; isAdmin: boolean; onClose: () => void };

/** Ends the maintenance of stations before its time. Admins decide what happens to the errors that were logged during it. */
export function EndDialog({ stations, isAdmin, onClose }: EndDialogProps) {
  const { maintained, news, hasEnded, window } = useNewestMaintenance(stations);
  const [first] = maintained;
  const only = maintained.length === 1 ? first : undefined;
  const wrong = useStationAlerts(only?.name, "suppressed") ?? [];
  const [chosen, setChosen] = useState<Errors | null>(null);
  const open = window.data?.errors_open;
  // The number is not known for several stations, and if it could not be loaded.
  const hasChoice = isAdmin && open !== 0;
  const errors = hasChoice ? (chosen ?? "resolve") : "triage";
  const end = useEnd(maintained, { errors, onClose });
  const isLoading = isAdmin && only !== undefined && open === undefined && window.error === null;
  return (
    <FormDialog
      title="End Maintenance"
      subtitle={titleOf(maintained)}
      icon={IconPlayerStop}
      action="End Now"
      write={{ isPending: end.isPending || isLoading, error: end.error }}
      news={end.isPending ? null : news}
      isBlocked={hasEnded}
      onSubmit={() => end.mutate()}
      onClose={onClose}
    >
      <CautionNotice stations={maintained} />
      {!hasEnded && <EndText stations={maintained} open={isAdmin ? open : undefined} />}
      {!hasEnded && hasChoice && !isLoading && first && (
        <ErrorsChoice maintenance={first.maintenance} errors={errors} onChoose={setChosen} />
      )}
      {!hasEnded && wrong.length > 0 && <Notice tone="warning">{stillWrongText(wrong)}</Notice>}
    </FormDialog>
  );
}

/** Ends the maintenance of stations now. */
function useEnd(
  maintained: readonly MaintainedStation[],
  { errors, onClose }: { errors: Errors; onClose: () => void },
) {
  return useServerMutation({
    run: async () => {
      const windows = maintained.map(({ maintenance: { id, until } }) => ({ id, seen_until: until }));
      return call(endCurrentMaintenance, { body: { windows, errors } });
    },
    async onSuccess() {
      toast("success", "Maintenance ended");
      onClose();
    },
  });
}

type ErrorsChoiceProps = {
  maintenance: MaintainedStation["maintenance"];
  errors: Errors;
  onChoose: (errors: Errors) => void;
};

function ErrorsChoice({ maintenance: { by, why }, errors, onChoose }: ErrorsChoiceProps) {
  const group = useId();
  return (
    <Options label="What should happen to the errors that were logged during it?">
      <Option
        group={group}
        label="Caused by maintenance: resolve them"
        help={`Solution: “${maintenanceSolution({ by: by ?? "", why })}”`}
        isChosen={errors === "resolve"}
        onChoose={() => onChoose("resolve")}
      />
      <Option
        group={group}
        label="Keep them for triage"
        isChosen={errors === "triage"}
        onChoose={() => onChoose("triage")}
      />
    </Options>
  );
}

type EndTextProps = {
  stations: readonly MaintainedStation[];
  /** The open errors that were logged during it, if they are shown. */
  open: number | undefined;
};

function EndText({ stations, open = 0 }: EndTextProps) {
  const now = useServerNow();
  const [first] = stations;
  const causes =
    stations.length === 1
      ? "Alerts and triage resume for this station."
      : "Alerts and triage resume for these stations.";
  if (open === 0 || !first) return <FormText>{causes}</FormText>;
  const duration = durationText(now - Date.parse(first.maintenance.from));
  return (
    <FormText>
      {`${causes} ${countText(open, "error")} recorded in these ${duration} ${open === 1 ? "is" : "are"} open.`}
    </FormText>
  );
}
