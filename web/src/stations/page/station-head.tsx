import { Link } from "@tanstack/react-router";
import { shortId } from "@groundcrew/shared/brand";
import { ageMs } from "@groundcrew/shared/lib";
import type { Station } from "@groundcrew/shared/stations";
import { IconArrowLeft, IconClock } from "@tabler/icons-react";
import { useConsole } from "../../console/index.ts";
import { agoText, exactMoment } from "../../lib/index.ts";
import { buttonClass, Heading, Icon } from "../../ui/index.ts";
import { LinkPill, StatusReading } from "../pills.tsx";
import { stationTypeSigns } from "../station-type-signs.ts";
import styles from "./station-page.module.css";

/** Which station it is, and whether it is up. */
export function StationHead({ station, now }: { station: Station; now: number }) {
  const { brand } = useConsole();
  const type = stationTypeSigns[station.station_type];
  const about = [station.serial_number, station.organization_name, station.location_deployment].filter(Boolean);
  const { last_online: at } = station;
  const age = ageMs(at, now);

  return (
    <div className={styles.head}>
      <Link
        to="/"
        className={`${buttonClass("quiet", "icon")} ${styles.back}`}
        aria-label="Back to Stations List"
        title="Back to Stations List"
      >
        <Icon of={IconArrowLeft} size="l" />
      </Link>
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
          <StatusReading station={station} now={now} />
        </span>
        <span className={styles.lastOnline} title={at === null ? undefined : exactMoment(at)}>
          <Icon of={IconClock} size="s" />
          {`Last Online ${age === null ? "never" : agoText(age)}`}
        </span>
      </div>
    </div>
  );
}
