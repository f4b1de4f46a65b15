import { MINUTE_MS, SECOND_MS } from "@groundcrew/shared/lib";
import { listSwapAttempts, type ListedSwapAttempt, type StationSwaps } from "@groundcrew/shared/swap-attempts";
import { IconCircleCheck, IconListDetails } from "@tabler/icons-react";
import { useState } from "react";
import { useServerData } from "../../data/index.ts";
import { Loaded } from "../../kit/index.ts";
import { countText, exactMoment, momentText } from "../../lib/index.ts";
import { stationTitle } from "../../station/index.ts";
import { Button, Cell, Dialog, Empty, PlainLink, Table } from "../../ui/index.ts";
import { MinuteErrors } from "../minute-errors.tsx";

const head = ["Time", "Outcome", "Cause", "Errors", "Firmware"].map((label) => ({ label }));

type AttemptsDialogProps = {
  station: StationSwaps;
  /** The days of the page, and its firmware. */
  query: { from?: string; to?: string; firmware?: string };
  onClose: () => void;
};

/** The attempts of a station that failed or had errors. Their errors open those of the same minute. */
export function AttemptsDialog({ station: { station, serial_number }, query, onClose }: AttemptsDialogProps) {
  const attempts = useServerData(listSwapAttempts, { params: { station }, query });
  const [minute, setMinute] = useState<number | null>(null);
  const named = { name: station, serial_number };
  return (
    <Dialog
      title={`${stationTitle(named)} Swap Attempts`}
      subtitle="Failed, or succeeded with errors"
      icon={IconListDetails}
      size="wide"
      onClose={onClose}
    >
      <Loaded query={attempts} content="the swap attempts">
        {(rows) =>
          rows.length === 0 ? (
            <Empty icon={IconCircleCheck} sentence="No attempt failed or had errors" />
          ) : (
            <Table label="Swap Attempts" head={head} stacks>
              {rows.map((attempt) => (
                <AttemptRow key={attempt.error_id} attempt={attempt} onErrors={setMinute} />
              ))}
            </Table>
          )
        }
      </Loaded>
      {minute !== null && <MinuteErrors station={named} minute={minute} onClose={() => setMinute(null)} />}
    </Dialog>
  );
}

type AttemptRowProps = { attempt: ListedSwapAttempt; onErrors: (minute: number) => void };

function AttemptRow({ attempt, onErrors }: AttemptRowProps) {
  const { at, outcome, in_maintenance, cause, group, errors, error_at, firmware } = attempt;
  const count = countText(errors, "error");
  const open = (time: string) => onErrors((Math.floor(Date.parse(time) / MINUTE_MS) * MINUTE_MS) / SECOND_MS);
  return (
    <tr>
      <Cell label="Time" title={exactMoment(at)}>
        {momentText(Date.parse(at))}
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
          <Button tone="quiet" onClick={() => open(error_at)}>
            {count}
          </Button>
        )}
      </Cell>
      <Cell label="Firmware">{firmware || "–"}</Cell>
    </tr>
  );
}
