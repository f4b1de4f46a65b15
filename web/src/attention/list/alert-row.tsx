import { memo } from "react";
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
import { countText, exactMoment, shortMoment, untilText, wholeNumber } from "../../lib/index.ts";
import { OwnerCollision, OwnerControl, useOwner } from "../../ownership/index.ts";
import { Button, classes, Icon, IconButton, Pill } from "../../ui/index.ts";
import { kindIcons } from "../alert-kinds.ts";
import { SeverityPill } from "../pill.tsx";
import { AlertDetails } from "./alert-details.tsx";
import styles from "./alert-row.module.css";
import { AlertTarget } from "./alert-target.tsx";
import type { PlacedAlert } from "./steady-rows.ts";
import { aboutText, alertName, isLoud, isNew } from "./alert-texts.ts";

type AlertRowProps = {
  alert: PlacedAlert;
  isOpen: boolean;
  isStaff: boolean;
  /** The server's time (ms). */
  now: number;
  /** Asks until when to mute. */
  onMute: (alert: Alert) => void;
  onUnmute: (alert: Alert) => void;
  /** Opens or closes the row. */
  onToggle: (id: number) => void;
};

/** An alert in the list; an open one shows its stations and why it is one alert. */
export const AlertRow = memo(function AlertRow(props: AlertRowProps) {
  const { alert, isOpen, isStaff, now, onMute, onUnmute, onToggle } = props;
  const { id, kind, stations, since, place, muted, ended } = alert;
  const name = alertName(alert);
  // It has ended while the list keeps its rows in place.
  const isOver = ended !== null && place !== "ended" && place !== "linked";
  const owner = useOwner({ kind: "alert", subject: String(id) }, alert.owner);
  const loud = isLoud(alert);
  const rail = loud ? styles[alert.severity] : muted === null ? styles.calm : styles.muted;

  return (
    <div className={classes(styles.row, rail, isOver && styles.over)}>
      <div className={styles.grid}>
        <span className={styles.sign}>
          <Icon icon={kindIcons[kind]} size="l" />
        </span>
        <What {...{ alert, isOpen, isStaff, now }} />
        <span className={styles.severity}>
          <StatePill alert={alert} now={now} isLoud={loud} />
        </span>
        <StationCount count={stations} />
        <span className={styles.age} title={`Since ${exactMoment(since)}`}>
          <b>{durationText(alert, now)}</b> <span className={styles.unit}>{shortMoment(since, now)}</span>
        </span>
        <div className={styles.owner}>
          {muted === null && ended === null ? (
            <OwnerControl owner={owner} name={name} acknowledgeKey="A" />
          ) : (
            <Reason alert={alert} />
          )}
        </div>
        <span className={styles.acts}>
          {ended === null &&
            (muted === null ? (
              <Act icon={IconBellOff} word="Mute" label={`Mute ${name}`} data-mute onPress={() => onMute(alert)} />
            ) : (
              <Act icon={IconBell} word="Unmute" label={`Unmute ${name}`} onPress={() => onUnmute(alert)} />
            ))}
          <AlertTarget alert={alert} isStaff={isStaff} />
        </span>
        <span className={styles.expand}>
          <IconButton
            tone="quiet"
            icon={isOpen ? IconChevronUp : IconChevronDown}
            label={`${isOpen ? "Collapse" : "Expand"} ${name}`}
            aria-expanded={isOpen}
            onClick={() => onToggle(id)}
          />
        </span>
      </div>
      <div className={styles.collision}>
        <OwnerCollision owner={owner} />
      </div>
      {isOpen && <AlertDetails alert={alert} isStaff={isStaff} now={now} />}
    </div>
  );
});

/** How long an alert has lasted, or did last. */
function durationText({ since, ended }: Alert, now: number): string {
  const ms = (ended === null ? now : Date.parse(ended)) - Date.parse(since);
  return ended !== null && ms < MINUTE_MS ? "<1m" : shortAge(ms);
}

/** How many stations an alert is about; nothing for one of another system. */
function StationCount({ count }: { count: number }) {
  return (
    <span className={styles.stations} title={count > 0 ? countText(count, "station") : undefined}>
      {count > 0 && (
        <>
          <b>{wholeNumber(count)}</b> <span className={styles.unit}>{count === 1 ? "station" : "stations"}</span>
        </>
      )}
    </span>
  );
}

type WhatProps = Pick<AlertRowProps, "alert" | "isOpen" | "isStaff" | "now">;

/** What an alert is about; pressing its title opens or closes the row. */
function What({ alert, isOpen, isStaff, now }: WhatProps) {
  const { id, title } = alert;
  const about = aboutText(alert, { showsOrganization: isStaff, now });
  return (
    <div className={styles.what}>
      {isNew(alert, now) && <span className={styles.new}>New</span>}
      <Link
        to="/attention/$"
        params={{ _splat: isOpen ? "" : String(id) }}
        search={true}
        replace
        resetScroll={false}
        className={styles.title}
        title={title}
      >
        {title}
      </Link>
      <div className={styles.about} title={about}>
        {about}
      </div>
    </div>
  );
}

/** Why an alert is muted, or has ended. */
function Reason({ alert: { muted, reason } }: { alert: Alert }) {
  const text = muted === null ? reason : `${muted.by}: ${muted.why}`;
  return (
    <span className={styles.why} title={text ?? undefined}>
      {text}
    </span>
  );
}

type ActProps = { icon: typeof IconBell; word: string; label: string; "data-mute"?: boolean; onPress: () => void };

/** A button that shows its word only where rows are stacked. */
function Act({ word, label, onPress, ...rest }: ActProps) {
  return (
    <Button {...rest} className={styles.act} aria-label={label} title={word} onClick={onPress}>
      <span>{word}</span>
    </Button>
  );
}

type StatePillProps = { alert: Alert; now: number; isLoud: boolean };

/** How severe an alert is; until when it is muted; or that its condition or the alert itself has ended. */
function StatePill({ alert, now, isLoud: loud }: StatePillProps) {
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
  return <SeverityPill severity={severity} isLoud={loud} />;
}

const LOADING_ROWS = [1, 2, 3, 4, 5] as const;

/** Rows without content while the list is loading. */
export function LoadingRows() {
  return (
    <output aria-label="Loading alerts">
      {LOADING_ROWS.map((row) => (
        <span key={row} className={classes(styles.row, styles.loading)}>
          <span className={styles.grid}>
            <i className={styles.sign} />
            <i className={classes(styles.blank, styles.what)} />
            <i className={classes(styles.blank, styles.severity)} />
            <i className={classes(styles.blank, styles.age)} />
            <i className={classes(styles.blank, styles.owner)} />
          </span>
        </span>
      ))}
    </output>
  );
}
