import { plainPattern } from "@groundcrew/shared/station-errors";
import { memo, type ChangeEvent, type ReactNode } from "react";
import type { ErrorGroup } from "@groundcrew/shared/error-groups";
import { shortAge, type Timestamp } from "@groundcrew/shared/lib";
import { IconGitMerge } from "@tabler/icons-react";
import { exactMoment, wholeNumber } from "../../lib/index.ts";
import { OwnerCollision, OwnerControl, useOwner } from "../../ownership/index.ts";
import { classes, Icon } from "../../ui/index.ts";
import { DayBars } from "../day-bars.tsx";
import { GroupLink } from "../group-link.tsx";
import { firmwareText, resolvingText, stateNote, stationTypeText, surgeText } from "../group-texts.ts";
import { GroupTitle } from "../group-title.tsx";
import { StatePill } from "../state-pill.tsx";
import styles from "./group-row.module.css";

type GroupRowProps = {
  group: ErrorGroup;
  /** The server's time (ms). */
  now: number;
  isSelected: boolean;
  onToggle: (toggled: { id: number; shift: boolean }) => void;
};

/** A group in the list. Plain markup, because there are many. */
export const GroupRow = memo(function GroupRow({ group, now, isSelected, onToggle }: GroupRowProps) {
  const { id, state, title, open, stations, first_seen, last_seen, days } = group;
  const owner = useOwner({ kind: "group", subject: String(id) }, group.owner);
  const rail = state === "escalating" && group.owner !== null ? undefined : styles[state];

  function handleChange({ nativeEvent }: ChangeEvent) {
    onToggle({ id, shift: nativeEvent instanceof MouseEvent && nativeEvent.shiftKey });
  }

  return (
    <div className={classes(styles.row, rail, isSelected && styles.selected)}>
      <div className={styles.grid}>
        <label className={styles.select}>
          <input
            type="checkbox"
            aria-label={`Select group ${id}: ${plainPattern(title)}`}
            checked={isSelected}
            onChange={handleChange}
          />
        </label>
        <span className={styles.state}>
          <StatePill group={group} />
        </span>
        <div className={styles.error}>
          <GroupLink id={id} className={styles.title} title={plainPattern(title)}>
            <GroupTitle title={title} />
          </GroupLink>
          <About group={group} now={now} />
        </div>
        <span className={styles.days}>
          <DayBars days={days} isEscalating={state === "escalating"} />
        </span>
        <Figure className={styles.open} value={open} unit="error" />
        <Figure className={styles.stations} value={stations} unit="station" />
        <Age className={styles.first} label="First seen" time={first_seen} now={now} />
        <Age className={styles.last} label="Last seen" time={last_seen} now={now} />
        <div className={styles.owner}>
          {(state !== "resolved" || group.owner !== null) && (
            <OwnerControl owner={owner} name={`Group ${id}`} acknowledgeKey="A" />
          )}
        </div>
      </div>
      <div className={styles.collision}>
        <OwnerCollision owner={owner} />
      </div>
    </div>
  );
});

/** The second line of a row: where the group's errors come from, and what stands out. */
function About({ group, now }: { group: ErrorGroup; now: number }) {
  const note = stateNote(group, now);
  const firmware = firmwareText(group.firmware);
  const surge = group.state === "escalating" ? surgeText(group.days) : null;
  return (
    <div className={styles.about}>
      {group.job_type !== null && <span className={styles.tag}>{group.job_type}</span>}
      <span className={styles.words} title={note ?? undefined}>
        {[stationTypeText(group.station_type), `Group ${group.id}`, note].filter(Boolean).join(" · ")}
      </span>
      {group.merged > 0 && (
        <span className={styles.merged}>
          · <Icon icon={IconGitMerge} size="s" />
          {`${wholeNumber(group.merged)} merged`}
        </span>
      )}
      {group.resolving && <span className={styles.tag}>{resolvingText(group.resolving)}</span>}
      {firmware !== null && <span className={classes(styles.tag, styles.firmware)}>{firmware}</span>}
      {surge !== null && <span className={classes(styles.tag, styles.surge)}>{surge}</span>}
    </div>
  );
}

type FigureProps = { className: string | undefined; value: number; unit: string };

function Figure({ className, value, unit }: FigureProps) {
  return (
    <span className={classes(styles.figure, className)}>
      <b>{wholeNumber(value)}</b> <span className={styles.unit}>{value === 1 ? unit : `${unit}s`}</span>
    </span>
  );
}

type AgeProps = { className: string | undefined; label: string; time: Timestamp; now: number };

function Age({ className, label, time, now }: AgeProps) {
  return (
    <span className={classes(styles.age, className)} title={`${label} ${exactMoment(time)}`}>
      <span className={styles.hidden}>{`${label} `}</span>
      {shortAge(now - Date.parse(time))}
    </span>
  );
}

/** The headings of the columns, in a wide window. */
export function GroupHeadings({ children }: { children: ReactNode }) {
  return (
    <div className={classes(styles.grid, styles.headings)}>
      <span className={styles.select}>{children}</span>
      <span className={styles.state}>State</span>
      <span className={styles.error}>Error</span>
      <span className={styles.days}>7 days</span>
      <span className={styles.open}>Open</span>
      <span className={styles.stations}>Stations</span>
      <span className={styles.first}>First seen</span>
      <span className={styles.last}>Last seen</span>
      <span className={styles.owner}>Owner</span>
    </div>
  );
}

const LOADING_ROWS = [1, 2, 3, 4, 5, 6, 7, 8] as const;

/** Rows without content while the list is loading. */
export function LoadingRows() {
  return (
    <output aria-label="Loading groups">
      {LOADING_ROWS.map((row) => (
        <span key={row} className={styles.row}>
          <span className={styles.grid}>
            <i className={classes(styles.blank, styles.state)} />
            <i className={classes(styles.blank, styles.error)} />
            <i className={classes(styles.blank, styles.days)} />
            <i className={classes(styles.blank, styles.open)} />
            <i className={classes(styles.blank, styles.stations)} />
            <i className={classes(styles.blank, styles.last)} />
            <i className={classes(styles.blank, styles.owner)} />
          </span>
        </span>
      ))}
    </output>
  );
}
