import { plainPattern } from "@groundcrew/shared/station-errors";
import type { ReactNode } from "react";
import type { ErrorGroup, ErrorGroupState } from "@groundcrew/shared/error-groups";
import { IconGitMerge } from "@tabler/icons-react";
import { DayChart, listKind, rowText, type RowMark, Age } from "../../kit/index.ts";
import { wholeNumber } from "../../lib/index.ts";
import { OwnerCollision, OwnerControl, useOwner, type Assignees, type Owner } from "../../ownership/index.ts";
import { Icon } from "../../ui/index.ts";
import { GroupLink } from "../group-link.tsx";
import { daysSentence, firmwareText, resolvingText, stateNote, stationTypeText, surgeText } from "../group-texts.ts";
import { GroupTitle } from "../group-title.tsx";
import { StatePill } from "../state-pill.tsx";
import styles from "../groups.module.css";

type Shown = { now: number; assignees: Assignees; owner: Owner | null };

/** Error groups: their state, errors and owner. */
export const groupList = listKind<ErrorGroup, Shown>()({
  label: "Error groups",
  keyOf: ({ id }) => String(id),
  rowPx: 61,
  isQuiet: ({ state }) => state === "archived" || state === "resolved",
  mark: markOf,
  RowContext: WithOwner,
  below: (_group, { owner }) => owner?.collision && <OwnerCollision owner={owner} />,
  layout: {
    wide: {
      tracks: "20px 118px minmax(0, 1fr) 84px 64px 68px 64px 64px 184px",
      areas: ["select state error days open stations first last owner"],
    },
    medium: {
      tracks: "20px 118px 84px 60px 60px minmax(44px, 1fr) 184px",
      areas: ["select error error error error error error", ". state days open stations last owner"],
    },
    small: {
      tracks: "20px auto 84px repeat(3, minmax(0, 1fr))",
      areas: [
        "select error error error error error",
        ". state days open stations last",
        ". owner owner owner owner owner",
      ],
    },
    tiny: {
      tracks: "20px auto repeat(2, minmax(0, 1fr))",
      areas: ["select error error error", ". state days days", ". open stations last", ". owner owner owner"],
    },
  },
  columns: [
    { key: "state", title: "State", cell: (group) => <StatePill group={group} /> },
    {
      key: "error",
      title: "Error",
      cell: (group, { now }) => (
        <>
          <GroupLink id={group.id} className={rowText.title} title={plainPattern(group.title)}>
            <GroupTitle title={group.title} />
          </GroupLink>
          <About group={group} now={now} />
        </>
      ),
    },
    {
      key: "days",
      title: "7 days",
      cell: ({ days, state }) => (
        <DayChart label={daysSentence(days)} days={days} isRising={state === "escalating"} className={styles.bars} />
      ),
    },
    { key: "open", title: "Open", align: "end", cell: ({ open }) => <Count value={open} unit="error" /> },
    {
      key: "stations",
      title: "Stations",
      align: "end",
      cell: ({ stations }) => <Count value={stations} unit="station" />,
    },
    {
      key: "first",
      title: "First seen",
      isMuted: true,
      cell: ({ first_seen }) => <Age since={first_seen} form="short" />,
    },
    { key: "last", title: "Last seen", cell: ({ last_seen }) => <Age since={last_seen} form="short" /> },
    {
      key: "owner",
      title: "Owner",
      cell: ({ id, state, owner: owned }, { owner }) =>
        owner && (state !== "resolved" || owned !== null) ? (
          <OwnerControl owner={owner} name={`Group ${id}`} acknowledgeKey="A" />
        ) : null,
    },
  ],
});

const marks: Partial<Record<ErrorGroupState, RowMark>> = { regressed: "warning", new: "info", archived: "hatched" };

/** An escalating group that has an owner is not marked. */
function markOf({ state, owner }: ErrorGroup): RowMark | undefined {
  return state === "escalating" ? (owner === null ? "danger" : undefined) : marks[state];
}

type WithOwnerProps = { row: ErrorGroup; context: Shown; children: (shown: Shown) => ReactNode };

function WithOwner({ row, context, children }: WithOwnerProps) {
  const { assignees } = context;
  const owner = useOwner({ kind: "group", subject: String(row.id) }, { ownership: row.owner, assignees });
  return children({ ...context, owner });
}

/** Where the group's errors come from, and what stands out. */
function About({ group, now }: { group: ErrorGroup; now: number }) {
  const note = stateNote(group, now);
  const firmware = firmwareText(group.firmware);
  const surge = group.state === "escalating" ? surgeText(group.days) : null;
  return (
    <div className={`row gap-1h nowrap caption muted clip mt-2 ${styles.about}`}>
      {group.job_type !== null && (
        <span className={`ellipsis rigid caption medium tint rounded-sm clip ${styles.tag}`}>{group.job_type}</span>
      )}
      <span className="ellipsis min-0 clip" title={note ?? undefined}>
        {[stationTypeText(group.station_type), `Group ${group.id}`, note].filter(Boolean).join(" · ")}
      </span>
      {group.merged > 0 && (
        <span className="inline-row gap-1h rigid">
          · <Icon icon={IconGitMerge} size="s" />
          {`${wholeNumber(group.merged)} merged`}
        </span>
      )}
      {group.resolving && (
        <span className={`ellipsis rigid caption medium tint rounded-sm clip ${styles.tag}`}>
          {resolvingText(group.resolving)}
        </span>
      )}
      {firmware !== null && (
        <span className={`ellipsis rigid caption medium tint-accent rounded-sm clip ${styles.tag}`}>{firmware}</span>
      )}
      {surge !== null && (
        <span className={`ellipsis rigid caption strong tint-warn rounded-sm clip ${styles.tag}`}>{surge}</span>
      )}
    </div>
  );
}

function Count({ value, unit }: { value: number; unit: string }) {
  return (
    <>
      <b className={`block ${styles.count}`}>{wholeNumber(value)}</b>{" "}
      <span className={rowText.second}>{value === 1 ? unit : `${unit}s`}</span>
    </>
  );
}
