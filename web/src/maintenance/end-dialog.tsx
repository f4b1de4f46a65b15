import { useId, useState } from "react";
import { endMaintenance, maintenanceSolution, type MaintenanceWindow } from "@groundcrew/shared/maintenance";
import { IconPlayerStop } from "@tabler/icons-react";
import { call, useServerMutation, errorSentence } from "../api/index.ts";
import { serverNow } from "../clock/index.ts";
import { countText } from "../lib/index.ts";
import { Notice, Option, Options, toast, FormDialog, FormText } from "../ui/index.ts";
import { durationText, stillWrongText } from "./texts.ts";
import { useMaintenanceRefresh, useMaintenanceWindow, useStationAlerts } from "./use-maintenance.ts";

type EndDialogProps = { window: MaintenanceWindow; title: string; isAdmin: boolean; onClose: () => void };

/** Ends a maintenance before its time. Admins decide what becomes of the errors of the station during it. */
export function EndDialog({ window, title, isAdmin, onClose }: EndDialogProps) {
  const refresh = useMaintenanceRefresh([window.station]);
  const [now] = useState(serverNow);
  const group = useId();
  const open = useMaintenanceWindow(window).data?.errors_open ?? 0;
  const wrong = useStationAlerts(window.station, "suppressed") ?? [];
  const [chosen, setChosen] = useState<"resolve" | "triage" | null>(null);
  const hasChoice = isAdmin && open > 0;
  const errors = hasChoice ? (chosen ?? "resolve") : "triage";
  const end = useServerMutation({
    run: async () => call(endMaintenance, { params: { window: window.id }, body: { rev: window.rev, errors } }),
    async onSuccess() {
      await refresh();
      toast("success", "Maintenance ended");
      onClose();
    },
  });
  return (
    <FormDialog
      title="End Maintenance"
      subtitle={title}
      icon={IconPlayerStop}
      action="End Now"
      isBusy={end.isPending}
      failure={end.error && errorSentence(end.error)}
      onSubmit={(event) => {
        event.preventDefault();
        end.mutate();
      }}
      onClose={onClose}
    >
      {open === 0 ? (
        <FormText>The station causes alerts again, and its errors are counted in triage again.</FormText>
      ) : (
        <FormText>
          {`${countText(open, "error")} recorded in these ${durationText(now - Date.parse(window.from))} ${open === 1 ? "is" : "are"} open. `}
          {hasChoice ? "" : "They are counted in triage once it has ended."}
        </FormText>
      )}
      {hasChoice && (
        <Options label="What should happen to them?">
          <Option
            group={group}
            label="Caused by maintenance: resolve them"
            help={`Solution: “${maintenanceSolution(window)}”`}
            isChosen={errors === "resolve"}
            onChoose={() => setChosen("resolve")}
          />
          <Option
            group={group}
            label="Keep them for triage"
            isChosen={errors === "triage"}
            onChoose={() => setChosen("triage")}
          />
        </Options>
      )}
      {wrong.length > 0 && <Notice tone="warning">{stillWrongText(wrong)}</Notice>}
    </FormDialog>
  );
}
