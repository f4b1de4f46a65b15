import type { ReactNode } from "react";
import type { Alert } from "@groundcrew/shared/alerts";
import { MINUTE_MS, shortAge } from "@groundcrew/shared/lib";
import {
  IconBell,
  IconBellOff,
  IconChevronDown,
  IconChevronUp,
  IconCircleCheck,
  IconCircleMinus,
  IconClockPause,
} from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { listKind, rowText, type RowMark } from "../../kit/index.ts";
import { countText, exactMoment, shortMoment, shownText, untilText, wholeNumber } from "../../lib/index.ts";
import { OwnerCollision, OwnerControl, useOwner, type Assignees, type Owner } from "../../ownership/index.ts";
import { Button, classes, Icon, IconButton, Pill } from "../../ui/index.ts";
import { kindIcon } from "../alert-kinds.ts";
import { SeverityPill, severityTints } from "../pill.tsx";
import { AlertDetails } from "./alert-details.tsx";
import styles from "../alerts.module.css";
import { AlertTarget } from "./alert-target.tsx";
import type { PlacedAlert } from "./steady-rows.ts";
import { aboutText, alertName, isLoud, isNew } from "./alert-texts.ts";

export type ShownAlerts = {
  /** The alert whose row is open. */
  openId: number | null;
  isStaff: boolean;
  /** The server's time (ms). */
  now: number;
  assignees: Assignees;
  owner: Owner | null;
  /** Asks until when to mute. */
  onMute: (alert: Alert) => void;
  onUnmute: (alert: Alert) => void;
  /** Opens or closes a row. */
  onToggle: (id: number) => void;
};

/** Alerts; an open one shows its stations and why it is one alert. */
export const alertList = listKind<PlacedAlert, ShownAlerts>()({
  label: "Alerts",
  keyOf: ({ id }) => String(id),
  rowPx: 65,
  mark: markOf,
  isQuiet: (alert) => !isLoud(alert),
  RowContext: WithOwner,
  below: (alert, { openId, isStaff, now, owner }) =>
    (alert.id === openId || Boolean(owner?.collision)) && (
      <>
        {owner && <OwnerCollision owner={owner} />}
        {alert.id === openId && <AlertDetails alert={alert} isStaff={isStaff} now={now} />}
      </>
    ),
  layout: {
    wide: {
      tracks: "32px minmax(0, 1fr) 128px 64px 80px 208px 76px 32px",
      areas: ["sign what severity stations age owner acts expand"],
    },
    medium: {
      tracks: "32px 128px 48px minmax(0, 1fr) 44px 36px",
      areas: ["sign what what what what expand", ". severity age owner acts acts"],
    },
    tiny: {
      tracks: "32px minmax(0, 1fr) 48px 36px",
      areas: ["sign what what expand", "severity severity age age", "owner owner owner owner", "acts acts acts acts"],
    },
  },
  columns: [
    {
      key: "sign",
      title: "Kind",
      cell: (alert) => (
        <span className={classes("square-32 center rounded", isLoud(alert) ? severityTints[alert.severity] : "tint")}>
          <Icon icon={kindIcon(alert.kind)} size="l" />
        </span>
      ),
    },
    { key: "what", title: "Alert", cell: (alert, shown) => <What alert={alert} {...shown} /> },
    { key: "severity", title: "Severity", cell: (alert, { now }) => <StatePill alert={alert} now={now} /> },
    { key: "stations", title: "Stations", align: "end", cell: stationCount },
    {
      key: "age",
      title: "Duration",
      align: "end",
      cell: (alert, { now }) => (
        <span title={`Since ${exactMoment(alert.since)}`}>
          <b className="block strong">{durationText(alert, now)}</b>{" "}
          <span className="caption muted hidden-medium">{shortMoment(alert.since, now)}</span>
        </span>
      ),
    },
    {
      key: "owner",
      title: "Owner",
      cell: (alert, { owner }) =>
        owner && alert.muted === null && alert.ended === null ? (
          <OwnerControl owner={owner} name={alertName(alert)} acknowledgeKey="A" />
        ) : (
          <Reason alert={alert} />
        ),
    },
    {
      key: "acts",
      title: "Actions",
      cell: (alert, { isStaff, onMute, onUnmute }) => (
        <span className={`flex gap-1 justify-end ${styles.acts}`}>
          {alert.ended === null &&
            (alert.muted === null ? (
              <Act
                icon={IconBellOff}
                word="Mute"
                label={`Mute ${alertName(alert)}`}
                data-mute
                onPress={() => onMute(alert)}
              />
            ) : (
              <Act icon={IconBell} word="Unmute" label={`Unmute ${alertName(alert)}`} onPress={() => onUnmute(alert)} />
            ))}
          <AlertTarget alert={alert} isStaff={isStaff} />
        </span>
      ),
    },
    {
      key: "expand",
      title: "Details",
      cell: (alert, { openId, onToggle }) => (
        <IconButton
          tone="quiet"
          icon={alert.id === openId ? IconChevronUp : IconChevronDown}
          label={`${alert.id === openId ? "Collapse" : "Expand"} ${alertName(alert)}`}
          aria-expanded={alert.id === openId}
          onClick={() => onToggle(alert.id)}
        />
      ),
    },
  ],
});

function markOf(alert: PlacedAlert): RowMark | undefined {
  if (isLoud(alert)) return alert.severity === "urgent" ? "danger" : "warning";
  return alert.muted === null ? undefined : "hatched";
}

type WithOwnerProps = { row: PlacedAlert; context: ShownAlerts; children: (shown: ShownAlerts) => ReactNode };

function WithOwner({ row, context, children }: WithOwnerProps) {
  const { assignees } = context;
  const owner = useOwner({ kind: "alert", subject: String(row.id) }, { ownership: row.owner, assignees });
  return children({ ...context, owner });
}

/** How long an alert has lasted, or did last. */
function durationText({ since, ended }: Alert, now: number): string {
  const ms = (ended === null ? now : Date.parse(ended)) - Date.parse(since);
  return ended !== null && ms < MINUTE_MS ? "<1m" : shortAge(ms);
}

/** How many stations an alert is about; nothing for one of another system. */
function stationCount({ stations: count }: Alert): ReactNode {
  if (count === 0) return null;
  return (
    <span title={countText(count, "station")}>
      <b className={`block ${styles.count}`}>{wholeNumber(count)}</b>{" "}
      <span className={rowText.second}>{count === 1 ? "station" : "stations"}</span>
    </span>
  );
}

type WhatProps = Pick<ShownAlerts, "openId" | "isStaff" | "now"> & { alert: PlacedAlert };

/** The title and subject of an alert; pressing the title opens or closes the row. */
function What({ alert, openId, isStaff, now }: WhatProps) {
  const { id, place, ended } = alert;
  const title = shownText(alert.title);
  const about = aboutText(alert, { showsOrganization: isStaff, now });
  // It has ended while the list keeps its rows in place.
  const isOver = ended !== null && place !== "ended" && place !== "linked";
  return (
    <div className={isOver ? styles.over : undefined}>
      {isNew(alert, now) && <span className={`px-1h accent rounded-sm ${styles.new}`}>New</span>}
      <Link
        to="/attention/{-$alert}"
        params={{ alert: id === openId ? undefined : String(id) }}
        search={true}
        replace
        resetScroll={false}
        className={classes(rowText.title, styles.title)}
        title={title}
      >
        {title}
      </Link>
      <div className={classes("soft", rowText.first, styles.about)} title={about}>
        {about}
      </div>
    </div>
  );
}

/** Why an alert is muted, or has ended. */
function Reason({ alert: { muted, reason } }: { alert: Alert }) {
  const text = muted === null ? reason : `${muted.by}: ${muted.why}`;
  return (
    <span className={`anywhere small soft clip ${styles.why}`} title={text ?? undefined}>
      {text}
    </span>
  );
}

type ActProps = { icon: typeof IconBell; word: string; label: string; "data-mute"?: boolean; onPress: () => void };

/** A button that shows its word only where rows are stacked. */
function Act({ word, label, onPress, ...rest }: ActProps) {
  return (
    <Button {...rest} aria-label={label} title={word} onClick={onPress}>
      <span>{word}</span>
    </Button>
  );
}

type StatePillProps = { alert: Alert; now: number };

/** How severe an alert is; until when it is muted; or that its condition or the alert itself has ended. */
function StatePill({ alert, now }: StatePillProps) {
  const { severity, muted, ended, end_cause, section, calm_since } = alert;
  if (ended !== null) {
    // The check mark says that all is well again, which is not known if the rule was switched off.
    const isWell = end_cause === "condition";
    return (
      <Pill
        tone={isWell ? "ok" : "dashed"}
        icon={isWell ? IconCircleCheck : IconCircleMinus}
        title={`${isWell ? "Resolved on its own" : "Ended"} ${exactMoment(ended)}`}
      >
        {`Ended ${shortMoment(ended, now)}`}
      </Pill>
    );
  }
  if (section === "calm" && calm_since !== null) {
    return (
      <Pill tone="plain" icon={IconClockPause} title={`Back since ${exactMoment(calm_since)}, may flap`}>
        {`Back ${shortMoment(calm_since, now)}`}
      </Pill>
    );
  }
  if (muted !== null) {
    return (
      <Pill tone="dashed" icon={IconBellOff} title={`Muted until ${exactMoment(muted.until)}`}>
        {untilText(muted.until, now)}
      </Pill>
    );
  }
  return <SeverityPill severity={severity} isLoud={isLoud(alert)} />;
}
