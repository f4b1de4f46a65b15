import { useState } from "react";
import { PAGE_SIZES } from "@groundcrew/shared/lib";
import type { SupportLogEntry, SupportLogReply } from "@groundcrew/shared/support-log";
import { IconAlertTriangle, IconCircleCheck, IconPaperclip } from "@tabler/icons-react";
import {
  ErrorChooser,
  LoadedErrors,
  ResolveDialog,
  SelectHint,
  TriageList,
  useErrorChoice,
  useTriage,
} from "../station-errors/index.ts";
import { Button, Dialog, Empty } from "../ui/index.ts";
import { useAttaching } from "./use-log-changes.ts";
import { useServerData } from "../data/index.ts";
import { listEntryErrors } from "@groundcrew/shared/support-log";

type EntryErrorsDialogProps = { entry: Pick<SupportLogReply, "id" | "station_name" | "content">; onClose: () => void };

/** The errors attached to an entry; unresolved ones can be resolved here. */
export function EntryErrorsDialog({ entry, onClose }: EntryErrorsDialogProps) {
  const query = useServerData(listEntryErrors, { params: { entry: entry.id }, query: {} });
  const [isResolving, setResolving] = useState(false);
  const choice = useErrorChoice(query.data ?? [], PAGE_SIZES.triage);
  return (
    <Dialog
      title="Attached Errors"
      subtitle={entry.content}
      icon={IconAlertTriangle}
      size="wide"
      footer={
        <>
          <SelectHint choice={choice} />
          <Button icon={IconCircleCheck} disabled={choice.ids.length === 0} onClick={() => setResolving(true)}>
            Resolve Selected
          </Button>
        </>
      }
      onClose={onClose}
    >
      <LoadedErrors
        query={query}
        empty={<Empty icon={IconCircleCheck} sentence="No errors are attached to this entry any more." />}
      >
        {() => <ErrorChooser label="Attached errors" choice={choice} />}
      </LoadedErrors>
      {isResolving && (
        <ResolveDialog
          station={entry.station_name}
          errors={choice.ids}
          initialSolution={`Resolved with support log entry #${entry.id}`}
          onResolved={choice.clear}
          onClose={() => setResolving(false)}
        />
      )}
    </Dialog>
  );
}

type AttachDialogProps = { entry: Pick<SupportLogEntry, "id" | "station_name" | "content">; onClose: () => void };

/** Attaches a station's errors in triage to an entry of its support log. */
export function AttachDialog({ entry, onClose }: AttachDialogProps) {
  const triage = useTriage(entry.station_name);
  const { ids } = triage.choice;
  const attach = useAttaching(entry, onClose);
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
