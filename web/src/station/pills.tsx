import { memo } from "react";
import { ageMs, MINUTE_MS, SECOND_MS, shortAge, temperatureText } from "@groundcrew/shared/lib";
import {
  linkStatusLabels,
  type LinkStatus,
  onlineStatus,
  onlineStatusLabels,
  temperatureBand,
  type OnlineStatus,
  type Station,
} from "@groundcrew/shared/stations";
import {
  IconClock,
  IconFlame,
  IconQuestionMark,
  IconTemperature,
  IconTemperaturePlus,
  IconWifi,
  IconWifiOff,
  type Icon as TablerIcon,
} from "@tabler/icons-react";
import { agoText, logMoment, exactMoment, shownTemperature, shownUnit, webAddress } from "../lib/index.ts";
import { classes, Icon, Pill, VisuallyHidden } from "../ui/index.ts";
import { stationTitle, StationLink } from "./station-link.tsx";
import { useLinkStatus } from "./connection.ts";
import { statusTone, type StationReading, type StatusTone, useReading } from "./reading.ts";
import styles from "./station.module.css";

const LINK_ICONS: Record<LinkStatus, TablerIcon> = {
  online: IconWifi,
  offline: IconWifiOff,
  unknown: IconQuestionMark,
};

/** Whether the station's link is up. Opens the station's own dashboard if it has one. */
export const LinkPill = memo(function LinkPill({ station }: { station: Station }) {
  const link = useLinkStatus(station);
  const isOnline = link === "online";
  const word = linkStatusLabels[link];
  const href = webAddress(station.hexone_dashboard);
  const reading = useReading(station);
  const isLive = isOnline && !reading.isStale;
  const className = classes(
    "state-pill full-width",
    styles.reading,
    styles.wide,
    styles.centered,
    isLive ? styles.okSolid : "dashed",
  );
  const inside = (
    <>
      <Icon icon={reading.isStale ? IconClock : LINK_ICONS[link]} />
      {word}
      <AsOf reading={reading} />
    </>
  );
  if (href === null) {
    return (
      <span className={className} title={asOf(reading) || undefined}>
        {inside}
      </span>
    );
  }
  return (
    <a
      className={className}
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      title={["Open the station's dashboard", asOf(reading)].filter(Boolean).join(", ")}
      aria-label={`${word}${asOf(reading, " ")}: open the dashboard of ${stationTitle(station)}`}
    >
      {inside}
    </a>
  );
});

/** The style of a status. */
export const toneClasses: Record<StatusTone, string | undefined> = { ok: "tint-ok", plain: undefined, stale: "dashed" };

/** How recently the station was active, and its age. Opens the station's page. */
export function StatusPill({ station, now }: { station: Station; now: number }) {
  const reading = useReading(station);
  const status = onlineStatus(station, reading.evaluatedAt);
  const age = status === "no_data" ? null : ageMs(station.last_active, now);
  return (
    <StationLink
      name={station.name}
      className={classes(
        "state-pill full-width",
        styles.reading,
        styles.wide,
        styles.status,
        toneClasses[statusTone(status, station, reading)],
      )}
      title={lastSeenText(station, status, reading)}
    >
      <StatusShape status={status} reading={reading} />
      <span>{onlineStatusLabels[status].label}</span>
      {age !== null && (
        <span className={`push-right medium ${styles.age}`}>{reading.isStale ? staleAge(age) : shortAge(age)}</span>
      )}
      <VisuallyHidden>{`Open the page of ${stationTitle(station)}`}</VisuallyHidden>
    </StationLink>
  );
}

type StatusShapeProps = { status: OnlineStatus; reading: StationReading; label?: string };

/** The shape of a status, or a clock if the status is stale. */
export function StatusShape({ status, reading, label }: StatusShapeProps) {
  if (reading.isStale) return <Icon icon={IconClock} size="s" {...(label !== undefined && { label })} />;
  return <ActivityShape status={status} {...(label !== undefined && { label })} />;
}

/** Gives the time of a stale reading to screen readers, where otherwise only its style shows that it is stale. */
export function AsOf({ reading }: { reading: StationReading }) {
  return reading.isStale && <VisuallyHidden>{asOf(reading)}</VisuallyHidden>;
}

function asOf({ isStale, since }: StationReading, before = ""): string {
  return isStale ? `${before}as of ${logMoment(since)}` : "";
}

/** Below a minute the usual text is `now`, which is wrong for a stale reading. */
function staleAge(ms: number): string {
  return ms < MINUTE_MS ? `${Math.max(0, Math.floor(ms / SECOND_MS))}s` : shortAge(ms);
}

/** How recently a station was active, in words. */
export function lastSeenText(
  { last_active: lastActive }: Station,
  status: OnlineStatus,
  reading: StationReading,
): string {
  const activity = lastActive === null ? "never active" : `last active ${exactMoment(lastActive)}`;
  return `${onlineStatusLabels[status].detail}${asOf(reading, " ")}, ${activity}`;
}

const bands = {
  success: { icon: IconTemperature, tone: "ok" },
  warning: { icon: IconTemperaturePlus, tone: "warn" },
  danger: { icon: IconFlame, tone: "solid" },
} as const;

/** The temperature inside. The reading of an offline station has no color and shows its age. */
export function TemperaturePill({ station, now }: { station: Station; now: number }) {
  const { isStale } = useReading(station);
  const temperature = station.last_telemetry_data?.status?.internal_temperature ?? null;
  if (temperature === null) {
    return (
      <span className="muted" title="Temperature never reported">
        –
      </span>
    );
  }
  const age = ageMs(station.last_telemetry, now);
  const read = age === null ? "" : `, read ${agoText(age)}`;
  const isLive = station.last_online_status && !isStale;
  const otherUnit = shownUnit.get() === "celsius" ? "fahrenheit" : "celsius";
  const { icon, tone } = isLive ? bands[temperatureBand(temperature)] : { icon: IconClock, tone: "dashed" as const };
  return (
    <Pill tone={tone} icon={icon} title={`${temperatureText(temperature, otherUnit)}${read}`}>
      {shownTemperature(temperature)}
    </Pill>
  );
}

/** The shape for each status, from a disc in a ring to a dotted one. It has a label where no text names the status. */
function ActivityShape({ status, label }: { status: OnlineStatus; label?: string }) {
  const named = label === undefined ? { "aria-hidden": true } : { role: "img", "aria-label": label };
  return (
    <svg width="12" height="12" viewBox="0 0 12 12" fill="none" stroke="currentColor" strokeWidth="1.4" {...named}>
      {shapes[status]}
    </svg>
  );
}

const ring = <circle cx="6" cy="6" r="5.2" />;

const shapes: Record<OnlineStatus, React.ReactNode> = {
  active_now: (
    <>
      <circle cx="6" cy="6" r="3" fill="currentColor" stroke="none" />
      {ring}
    </>
  ),
  active_recent: <circle cx="6" cy="6" r="5" fill="currentColor" stroke="none" />,
  active_today: (
    <>
      {ring}
      <path d="M6 1a5 5 0 0 0 0 10z" fill="currentColor" stroke="none" />
    </>
  ),
  idle: <circle cx="6" cy="6" r="5.2" strokeWidth="1.6" />,
  inactive: (
    <>
      {ring}
      <path d="M2.4 9.6 9.6 2.4" />
    </>
  ),
  no_data: (
    <>
      <circle cx="6" cy="6" r="5.2" strokeDasharray="2 2" />
      <circle cx="6" cy="6" r="1.2" fill="currentColor" stroke="none" />
    </>
  ),
};
