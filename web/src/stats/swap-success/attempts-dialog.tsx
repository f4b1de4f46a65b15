import { listSwapAttempts, type ListedSwapAttempt, type StationSwaps } from "@groundcrew/shared/swap-attempts";
import { IconCircleCheck, IconListDetails } from "@tabler/icons-react";
import { useState } from "react";
import { useServerData } from "../../data/index.ts";
import { Loaded, Time } from "../../kit/index.ts";
import { countText } from "../../lib/index.ts";
import { stationTitle } from "../../station/index.ts";
import { Button, Cell, Dialog, Empty, PlainLink, Table } from "../../ui/index.ts";
import { ErrorLogDialog } from "../../station-errors/index.ts";

const head = ["Time", "Outcome", "Cause", "Errors", "Firmware"].map((label) => ({ label }));

type AttemptsDialogProps = {
  station: StationSwaps;
  /** The days of the page, and its firmware. */
  query: { from?: string; to?: string; firmware?: string };
  isAdmin: boolean;
  onClose: () => void;
};

/** The attempts of a station that failed or had errors. Their errors open the error log at the first one. */
export function AttemptsDialog({ station: { station, serial_number }, query, isAdmin, onClose }: AttemptsDialogProps) {
  const attempts = useServerData(listSwapAttempts, { params: { station }, query });
  const [error, setError] = useState<number | null>(null);
  const named = { name: station, serial_number };
  return (
    <Dialog
      title={`${stationTitle(named)} Swap Attempts`}
      subtitle="Failed, or succeeded with errors"
      icon={IconListDetails}
      size="wide"
      onClose={onClose}
    >
      <Loaded
        query={attempts}
        content="the swap attempts"
        empty={<Empty icon={IconCircleCheck} sentence="No attempt failed or had errors" />}
      >
        {(rows) => (
          <Table label="Swap Attempts" head={head} stacks>
            {rows.map((attempt) => (
              <AttemptRow key={attempt.error_id} attempt={attempt} onError={setError} />
            ))}
          </Table>
        )}
      </Loaded>
      {error !== null && (
        <ErrorLogDialog station={named} isAdmin={isAdmin} error={error} onClose={() => setError(null)} />
      )}
    </Dialog>
  );
}

type AttemptRowProps = { attempt: ListedSwapAttempt; onError: (error: number) => void };

function AttemptRow({ attempt, onError }: AttemptRowProps) {
  const { at, outcome, in_maintenance, cause, group, errors, error_id, error_at, firmware } = attempt;
  const count = countText(errors, "error");
  return (
    <tr>
      <Cell label="Time">
        <Time at={at} />
      </Cell>
      <Cell label="Outcome">
        {outcome === "failed" ? "Failed" : "Succeeded with errors"}
        {in_maintenance && " · in maintenance"}
      </Cell>
      <Cell label="Cause">
        <span className="anywhere">
          {group === null ? cause : <PlainLink href={`/groups/${group}`}>{cause}</PlainLink>}
        </span>
      </Cell>
      <Cell label="Errors">
        {error_at === null ? (
          count
        ) : (
          <Button tone="quiet" onClick={() => onError(error_id)}>
            {count}
          </Button>
        )}
      </Cell>
      <Cell label="Firmware">{firmware || "–"}</Cell>
    </tr>
  );
}
