import { shortId } from "@groundcrew/shared/brand";
import type { SessionUser } from "@groundcrew/shared/sessions";
import type { Station } from "@groundcrew/shared/stations";
import { IconBuildingWarehouse } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { Fragment } from "react";
import { useServerNow } from "../../data/clock/index.ts";
import { CamerasTab, StreamsTab } from "../../cameras/index.ts";
import { ConfigTab } from "../../configs/index.ts";
import { useConsole } from "../../console/index.ts";
import { DetailPage } from "../../kit/index.ts";
import { useLiveStation } from "../../data/live/index.ts";
import { MaintenanceBanner } from "../../maintenance/index.ts";
import { TelemetryTab } from "../../telemetry/index.ts";
import { buttonClass, lazyPanel } from "../../ui/index.ts";
import { EditTab } from "../forms/index.ts";
import { StationHead, StationTabs, useListLink } from "./station-head.tsx";
import { Overview } from "./overview.tsx";
import { type StationRoute, useStation, useStationTimes } from "../../station/index.ts";

const StationLog = lazyPanel(async () => (await import("../../support-log/index.ts")).StationLog);

type StationPageProps = { name: string; route: StationRoute; user: SessionUser };

export function StationPage({ name, route, user }: StationPageProps) {
  const { brand } = useConsole();
  useLiveStation(name);
  const now = useServerNow();
  const missing = {
    icon: IconBuildingWarehouse,
    sentence: "This station doesn't seem to exist.",
    hasReason: true,
    action: (
      <Link {...useListLink(user)} className={buttonClass("plain")}>
        Back to Stations List
      </Link>
    ),
  };
  return (
    <DetailPage query={useStation(name)} name={shortId(name, brand)} content="the station" missing={missing}>
      {(station) => <StationParts route={route} station={station} now={now} user={user} />}
    </DetailPage>
  );
}

function StationParts({ route, station, now, user }: TabProps) {
  return (
    <Fragment key={useStationTimes(station)}>
      <StationHead station={station} now={now} user={user} />
      <MaintenanceBanner station={station} now={now} user={user} />
      <StationTabs name={station.name} route={route} user={user} />
      <Tab route={route} station={station} now={now} user={user} />
    </Fragment>
  );
}

const StationSsotTab = lazyPanel(async () => (await import("../../ssot/index.ts")).StationSsotTab);

type TabProps = { route: StationRoute; station: Station; now: number; user: SessionUser };

function Tab({ route, station, now, user }: TabProps) {
  switch (route.tab) {
    case "overview":
      return <Overview station={station} now={now} user={user} />;
    case "edit":
      return <EditTab station={station} user={user} />;
    case "telemetry":
      return <TelemetryTab name={station.name} part={route.part} />;
    case "supportlog":
      return <StationLog station={station.name} />;
    case "config":
      return <ConfigTab station={station} part={route.part} />;
    case "ssot":
      return <StationSsotTab station={station} user={user} />;
    case "cameras":
      return <CamerasTab station={station} />;
    case "streams":
      return <StreamsTab station={station} />;
  }
}
