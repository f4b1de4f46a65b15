import { useState } from "react";
import { MINUTE_MS, PAGE_SIZES, windowStart, type TimeWindow } from "@groundcrew/shared/lib";
import {
  ERRORS_MAX,
  listStationErrors,
  needsTriage,
  triageErrors,
  type StationError,
} from "@groundcrew/shared/station-errors";
import { IconCircleCheck, IconListCheck } from "@tabler/icons-react";
import { serverNow } from "../data/clock/index.ts";
import { wholeNumber } from "../lib/index.ts";
import { TimeMenu } from "../kit/index.ts";
import { Button, Empty, Notice } from "../ui/index.ts";
import styles from "./station-errors.module.css";
import { ErrorChooser, LoadedErrors, useErrorChoice } from "./error-chooser.tsx";
import { selectAllLabel, triageText, type TriageCounts } from "./error-texts.ts";
import { useServerValue } from "../data/index.ts";

/** A station's errors that need triage, to select from. */
export function TriageList({ triage }: { triage: Triage }) {
  const { choice, counts, time, setTime } = triage;
  return (
    <>
      <div className="row wrap justify-between gap-2 mb-3">
        <output className="min-32 row gap-2 soft strong">
          {`${wholeNumber(choice.ids.length)} selected`}
          {choice.count > 0 && (
            <Button tone="quiet" icon={IconListCheck} onClick={choice.selection.all.onToggle}>
              {selectAllLabel(choice.count, PAGE_SIZES.triage)}
            </Button>
          )}
          {choice.ids.length > 0 && (
            <Button tone="quiet" onClick={choice.clear}>
              Clear
            </Button>
          )}
        </output>
        {counts && <span className={`pl-3 soft ${styles.counts}`}>{triageText(counts)}</span>}
        <TimeMenu value={time} onChange={setTime} />
      </div>
      <Content triage={triage} />
    </>
  );
}

function Content({ triage: { query, choice } }: { triage: Triage }) {
  return (
    <LoadedErrors query={query}>
      {({ errors, hasMore }) => (
        <>
          {errors.length === 0 && <Empty icon={IconCircleCheck} sentence="There are no errors that need triage" />}
          {hasMore && (
            <Notice className="mb-3" tone="info">
              {`The newest ${wholeNumber(errors.length)} errors are shown. Older ones appear once these are resolved.`}
            </Notice>
          )}
          {errors.length > 0 && <ErrorChooser label="Errors that need triage" choice={choice} />}
        </>
      )}
    </LoadedErrors>
  );
}

/** The last received errors that need triage. */
type Received = {
  errors: readonly StationError[];
  /** The number of unresolved errors attached to the support log. */
  attached: number;
  /** Whether there are more errors than in the response. */
  hasMore: boolean;
};

const NO_ERRORS: readonly StationError[] = [];

export type Triage = ReturnType<typeof useTriage>;

/** The errors of a station that need triage, the selection among them, and the time window. */
export function useTriage(station: string) {
  const [time, setTime] = useState<TimeWindow>("all");
  const query = useTriageErrors(station, time);
  const received = query.data;
  const { data: allTime } = useTriageErrors(station, "all");
  const choice = useErrorChoice(received?.errors ?? NO_ERRORS, PAGE_SIZES.triage);
  return {
    received,
    /** The counts of all unresolved errors in any time window; undefined while they are loading. */
    counts: allTime && triageCounts(allTime),
    query,
    choice,
    time,
    setTime: (selected: TimeWindow) => {
      setTime(selected);
      choice.setPage(1);
    },
  };
}

function triageCounts({ errors, attached, hasMore }: Received): TriageCounts {
  return { triage: errors.length, attached, hasMore };
}

function useTriageErrors(station: string, time: TimeWindow) {
  const args = () => ({
    params: { station },
    query: { filter_resolved: false, limit: ERRORS_MAX, ...startFilter(time) },
    headers: {},
  });
  return useServerValue(listStationErrors, args, {
    nameInCache: `triage ${time}`,
    read(found): Received {
      const errors = triageErrors(found, time, serverNow());
      const attached = found.filter((error) => !needsTriage(error)).length;
      return { errors, attached, hasMore: found.length === ERRORS_MAX };
    },
    structuralSharing: false,
  });
}

/** The start of a window, in whole minutes, so that an unchanged list keeps its entity tag for a while. */
function startFilter(time: TimeWindow): { filter_after?: string } {
  const start = windowStart(time, serverNow());
  return start === null ? {} : { filter_after: new Date(Math.floor(start / MINUTE_MS) * MINUTE_MS).toISOString() };
}
