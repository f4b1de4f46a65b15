import { shortId } from "@groundcrew/shared/brand";
import { ageMs } from "@groundcrew/shared/lib";
import type { SessionUser } from "@groundcrew/shared/sessions";
import type { Station } from "@groundcrew/shared/stations";
import { IconArrowLeft, IconClock } from "@tabler/icons-react";
import { useConsole } from "../../console/index.ts";
import { agoText, exactMoment } from "../../lib/index.ts";
import { buttonClass, Heading, Icon } from "../../ui/index.ts";
import { LinkPill, stationTypeIcons, StatusReading, useReading } from "../../station/index.ts";
import { BackLink } from "./back-link.tsx";
import styles from "./station-page.module.css";

/** The station's title and status. */
export function StationHead({ station, now, user }: { station: Station; now: number; user: SessionUser }) {
  const { brand } = useConsole();
  const type = stationTypeIcons[station.station_type];
  const about = [station.serial_number, station.organization_name, station.location_deployment].filter(Boolean);
  const { isStale } = useReading(station);
  const { last_online: at } = station;

  return (
    <div className={styles.head}>
      <BackLink
        user={user}
        className={`${buttonClass("quiet", "icon")} ${styles.back}`}
        aria-label="Back to Stations List"
        title="Back to Stations List"
      >
        <Icon icon={IconArrowLeft} size="l" />
      </BackLink>
      <Heading
        level={1}
        title={shortId(station.name, brand)}
        fullTitle={station.name}
        about={about.join(" · ")}
        icon={type.icon}
        iconLabel={type.label}
        className={styles.titles}
      />
      <div className={styles.state}>
        <span>
          <LinkPill station={station} />
        </span>
        <span>
          <StatusReading station={station} />
        </span>
        <span className={styles.lastOnline} title={at === null ? undefined : exactMoment(at)}>
          <Icon icon={IconClock} size="s" />
          {station.last_online_status && !isStale ? "Online now" : lastOnline(ageMs(at, now))}
        </span>
      </div>
    </div>
  );
}

function lastOnline(age: number | null): string {
  return `Last Online ${age === null ? "never" : agoText(age)}`;
}
