import { memo } from "react";
import { ageMs, shortAge } from "@groundcrew/shared/lib";
import {
  celsiusText,
  fahrenheitText,
  onlineStatus,
  onlineStatusLabels,
  temperatureBand,
  type OnlineStatus,
  type Station,
} from "@groundcrew/shared/stations";
import {
  IconClock,
  IconFlame,
  IconTemperature,
  IconTemperaturePlus,
  IconWifi,
  IconWifiOff,
  type Icon as TablerIcon,
} from "@tabler/icons-react";
import { agoText, exactMoment, webAddress } from "../lib/index.ts";
import { classes, Icon, Spoken } from "../ui/index.ts";
import { ActivityShape } from "./activity-shape.tsx";
import styles from "./pills.module.css";
import { titleOf } from "./station-cells.tsx";
import { StationLink } from "./station-link.tsx";

/** Whether the station's link is up; leads to the station's own dashboard where it has one. */
export const LinkPill = memo(function LinkPill({ station }: { station: Station }) {
  const isOnline = station.last_online_status;
  const word = isOnline ? "ONLINE" : "OFFLINE";
  const href = webAddress(station.hexone_dashboard);
  const className = classes(styles.pill, styles.wide, styles.centred, isOnline ? styles.okSolid : styles.stale);
  const inside = (
    <>
      <Icon of={isOnline ? IconWifi : IconWifiOff} />
      {word}
    </>
  );
  if (href === null) return <span className={className}>{inside}</span>;
  return (
    <a
      className={className}
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      title="Open the station's dashboard"
      aria-label={`${word}: open the dashboard of ${titleOf(station)}`}
    >
      {inside}
    </a>
  );
});

const statusClasses: Record<OnlineStatus, string | undefined> = {
  active_now: styles.ok,
  active_recent: styles.ok,
  active_today: styles.ok,
  idle: undefined,
  inactive: styles.stale,
  no_data: styles.stale,
};

/** How recently the station was heard from, and how long ago that was; leads to the station's page. */
export function StatusPill({ station, now }: { station: Station; now: number }) {
  const status = onlineStatus(station, now);
  const age = status === "no_data" ? null : ageMs(station.last_active, now);
  return (
    <StationLink
      name={station.name}
      className={classes(styles.pill, styles.wide, styles.status, statusClasses[status])}
      title={heardText(station, status)}
    >
      <ActivityShape of={status} />
      <span>{onlineStatusLabels[status].label}</span>
      {age !== null && <span className={styles.age}>{shortAge(age)}</span>}
      <Spoken>{`Open the page of ${titleOf(station)}`}</Spoken>
    </StationLink>
  );
}

/** How recently the station was heard from, as a sign alone; words stand in its tooltip. */
export function StatusIcon({ station, now }: { station: Station; now: number }) {
  const status = onlineStatus(station, now);
  const text = heardText(station, status);
  return (
    <span className={classes(styles.pill, styles.sign, statusClasses[status])} title={text}>
      <ActivityShape of={status} label={text} />
    </span>
  );
}

/** How recently the station was heard from. */
export function StatusReading({ station, now }: { station: Station; now: number }) {
  const status = onlineStatus(station, now);
  return (
    <span className={classes(styles.pill, styles.reading, statusClasses[status])} title={heardText(station, status)}>
      <ActivityShape of={status} />
      {onlineStatusLabels[status].label}
    </span>
  );
}

function heardText({ last_active: at }: Station, status: OnlineStatus): string {
  return `${onlineStatusLabels[status].detail}, ${at === null ? "never heard" : `last heard ${exactMoment(at)}`}`;
}

const bands: Record<ReturnType<typeof temperatureBand>, { icon: TablerIcon; className: string | undefined }> = {
  success: { icon: IconTemperature, className: styles.ok },
  warning: { icon: IconTemperaturePlus, className: styles.warn },
  danger: { icon: IconFlame, className: styles.danger },
};

/** The temperature inside. A station that is offline cannot vouch for it: it loses its colour and says how old it is. */
export function TemperaturePill({ station, now }: { station: Station; now: number }) {
  const temperature = station.last_telemetry_data?.status?.internal_temperature ?? null;
  if (temperature === null) {
    return (
      <span className={styles.none} title="Temperature never reported">
        –
      </span>
    );
  }
  const age = ageMs(station.last_telemetry, now);
  const read = age === null ? "" : `, read ${agoText(age)}`;
  const { icon, className } = station.last_online_status
    ? bands[temperatureBand(temperature)]
    : { icon: IconClock, className: styles.stale };
  return (
    <span className={classes(styles.pill, className)} title={`${celsiusText(temperature)}${read}`}>
      <Icon of={icon} size="s" />
      {fahrenheitText(temperature)}
    </span>
  );
}
