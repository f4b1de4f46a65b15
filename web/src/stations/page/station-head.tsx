import { shortId } from "@groundcrew/shared/brand";
import { ageMs } from "@groundcrew/shared/lib";
import type { SessionUser } from "@groundcrew/shared/sessions";
import type { Station } from "@groundcrew/shared/stations";
import { IconClock } from "@tabler/icons-react";
import { useConsole } from "../../console/index.ts";
import { BackLink, PageHead } from "../../kit/index.ts";
import { agoText, exactMoment } from "../../lib/index.ts";
import { Icon, TabLinks } from "../../ui/index.ts";
import {
  LinkPill,
  ReadinessPill,
  stationTypeIcon,
  StatusReading,
  useReading,
  type StationRoute,
  stationTabs,
} from "../../station/index.ts";
import { useState } from "react";
import { stationTabLinks } from "../tab-links.ts";
import { lastList } from "../list/list-state.ts";

/** The station's title and status. */
export function StationHead({ station, now, user }: { station: Station; now: number; user: SessionUser }) {
  const { brand } = useConsole();
  const id = shortId(station.name, brand);
  const type = stationTypeIcon(station);
  const subtitle = [station.serial_number, station.organization_name, station.location_deployment].filter(Boolean);
  const { isStale } = useReading(station);
  const { last_online: lastOnlineAt } = station;

  return (
    <PageHead
      name={station.serial_number || id}
      title={id}
      fullTitle={station.name}
      subtitle={subtitle.join(" · ")}
      icon={type.icon}
      iconLabel={type.label}
      back={<ToStations user={user} />}
      actions={
        <>
          <ReadinessPill station={station} now={now} />
          <span>
            <LinkPill station={station} />
          </span>
          <span>
            <StatusReading station={station} />
          </span>
          <span
            className="inline-row gap-1h nowrap caption muted"
            title={lastOnlineAt === null ? undefined : exactMoment(lastOnlineAt)}
          >
            <Icon icon={IconClock} size="s" />
            {station.last_online_status && !isStale ? "Last Online now" : lastOnline(ageMs(lastOnlineAt, now))}
          </span>
        </>
      }
    />
  );
}

function lastOnline(age: number | null): string {
  return `Last Online ${age === null ? "never" : agoText(age)}`;
}

/** A link back to the list as the user left it, with its search, sort and filters. */
function ToStations({ user }: { user: Pick<SessionUser, "email"> }) {
  return <BackLink {...useListLink(user)} label="Back to Stations List" />;
}

/** Where the list is as the user left it. */
export function useListLink({ email }: Pick<SessionUser, "email">) {
  const [last] = useState(() => lastList(sessionStorage, email));
  return { to: "/", ...(last && { search: last.query, state: { listEntry: last.entry } }) } as const;
}

type StationTabsProps = { name: string; route: StationRoute; user: SessionUser };

export function StationTabs({ name, route, user }: StationTabsProps) {
  return (
    <TabLinks label="Station" links={stationTabLinks} tabs={stationTabs(user)} chosen={route.tab} params={{ name }} />
  );
}
