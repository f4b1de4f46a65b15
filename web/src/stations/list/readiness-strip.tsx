import { useMemo, type MouseEvent } from "react";
import type { ReadinessState } from "@groundcrew/shared/readiness";
import {
  countReadiness,
  partLabels,
  pressReadiness,
  readinessStates,
  type ReadinessCounts,
  type Station,
} from "@groundcrew/shared/stations";
import { wholeNumber } from "../../lib/index.ts";
import { KeyHints } from "../../kit/index.ts";
import { usePageValue } from "../../page/index.ts";
import { readinessIcons } from "../../station/index.ts";
import { Button, ButtonGroup, classes } from "../../ui/index.ts";
import { listLook } from "./look.ts";
import styles from "./stations-page.module.css";

type StripProps = {
  /** The stations that match everything else, or how many of them are in each state; undefined until that is known. */
  stations: readonly Station[] | ReadinessCounts | undefined;
  /** How many stations these are. */
  total: number | undefined;
  value: readonly ReadinessState[];
  onChange: (states: readonly ReadinessState[]) => void;
};

const tones: Partial<Record<ReadinessState, string | undefined>> = {
  not_ready: styles.notReady,
  limited: styles.limited,
};

/** How many stations are in each state of readiness. Pressing one lists only those; with Shift, they are added. */
export function ReadinessStrip({ stations, total, value, onChange }: StripProps) {
  const counts = useMemo(
    () => (stations && "ready" in stations ? stations : stations && countReadiness(stations)),
    [stations],
  );
  const hasPanel = usePageValue(listLook.panel);
  const maintained = counts?.maintenance ?? 0;
  return (
    <div className={classes("row gap-3", styles.readinessStrip)}>
      <ButtonGroup label="Readiness" className={styles.states}>
        <Button aria-pressed={value.length === 0} onClick={() => onChange([])}>
          All <b>{countOrDash(total)}</b>
        </Button>
        {readinessStates.map((state) => (
          <Button
            key={state}
            icon={readinessIcons[state]}
            className={classes(counts && counts[state] > 0 && tones[state])}
            aria-pressed={value.includes(state)}
            title="Hold Shift to choose several"
            onClick={({ shiftKey }: MouseEvent) => onChange(pressReadiness(value, state, { adds: shiftKey }))}
          >
            {partLabels[state]} <b>{countOrDash(counts?.[state])}</b>
          </Button>
        ))}
      </ButtonGroup>
      {maintained > 0 && <span className="nowrap caption muted">{`${wholeNumber(maintained)} in maintenance`}</span>}
      <span className="push-right hidden-medium">
        <KeyHints keys={{ Space: hasPanel ? "side panel" : "in place" }} />
      </span>
    </div>
  );
}

function countOrDash(count: number | undefined): string {
  return count === undefined ? "–" : wholeNumber(count);
}
