import { useState } from "react";
import { MINUTE_MS } from "@groundcrew/shared/lib";
import type { SupportLogReply } from "@groundcrew/shared/support-log";
import { IconAlertTriangle, IconCircleCheck } from "@tabler/icons-react";
import { StaleBanner, useLiveQuery } from "../freshness/index.ts";
import { ErrorChooser, ErrorsFailed, ResolveDialog, SelectHint, useErrorChoice } from "../station-errors/index.ts";
import { Button, Dialog, Empty, Loading } from "../ui/index.ts";
import { entryErrorsQuery } from "./use-log.ts";

type EntryErrorsDialogProps = { entry: Pick<SupportLogReply, "id" | "station_name" | "content">; onClose: () => void };

/** The errors attached to an entry; unresolved ones can be resolved here. */
export function EntryErrorsDialog({ entry, onClose }: EntryErrorsDialogProps) {
  const { data, error, freshness, refetch } = useLiveQuery(entryErrorsQuery(entry.id), MINUTE_MS);
  const [isResolving, setResolving] = useState(false);
  const choice = useErrorChoice(data ?? []);
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
      <StaleBanner freshness={freshness} content="the errors" onRefresh={() => void refetch()} />
      {data && data.length > 0 ? (
        <ErrorChooser label="Attached errors" choice={choice} />
      ) : data ? (
        <Empty icon={IconCircleCheck} sentence="No errors are attached to this entry any more." />
      ) : error ? (
        <ErrorsFailed error={error} onReload={() => void refetch()} />
      ) : (
        <Loading />
      )}
      {isResolving && (
        <ResolveDialog
          station={entry.station_name}
          errors={choice.ids}
          proposal={`Resolved with support log entry #${entry.id}`}
          onResolved={choice.clear}
          onClose={() => setResolving(false)}
        />
      )}
    </Dialog>
  );
}
