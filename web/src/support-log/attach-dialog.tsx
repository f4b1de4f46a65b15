import type { SupportLogEntry } from "@groundcrew/shared/support-log";
import { IconPaperclip } from "@tabler/icons-react";
import { countText } from "../lib/index.ts";
import { SelectHint, TriageList, useTriage } from "../station-errors/index.ts";
import { Button, Dialog, toast } from "../ui/index.ts";
import { useAttaching } from "./use-log-changes.ts";

type AttachDialogProps = { entry: Pick<SupportLogEntry, "id" | "station_name" | "content">; onClose: () => void };

/** Attaches a station's errors in triage to an entry of its support log. */
export function AttachDialog({ entry, onClose }: AttachDialogProps) {
  const triage = useTriage(entry.station_name);
  const { ids } = triage.choice;
  const attach = useAttaching(entry, (count) => {
    toast("success", `Attached ${countText(count, "error")} to the support log`);
    onClose();
  });
  return (
    <Dialog
      title="Attach Errors"
      subtitle={entry.content}
      icon={IconPaperclip}
      size="wide"
      isStatic
      footer={
        <>
          <SelectHint choice={triage.choice} />
          <Button
            tone="main"
            icon={IconPaperclip}
            disabled={ids.length === 0}
            busy={attach.isPending}
            onClick={() => attach.mutate(ids)}
          >
            {`Attach Support Log to ${ids.length} entries`}
          </Button>
        </>
      }
      onClose={onClose}
    >
      <TriageList triage={triage} />
    </Dialog>
  );
}
