import { canMaintain } from "@groundcrew/shared/maintenance";
import type { SessionUser } from "@groundcrew/shared/sessions";
import type { Station } from "@groundcrew/shared/stations";
import {
  IconAlertTriangle,
  IconCamera,
  IconChartLine,
  IconClockPlus,
  IconHeartbeat,
  IconLayoutDashboard,
  IconNotes,
  IconPlayerStop,
  IconTool,
  type Icon,
} from "@tabler/icons-react";
import { stationTitle, stationTabs, type StationDialog } from "../station/index.ts";
import { stationTabLinks } from "../stations/index.ts";
import type { Item } from "./sections.ts";

type Action = Pick<Item, "label" | "icon" | "effect"> & { reason?: string | undefined };

/** What can be done with a station or with several, and why some of it cannot be done now. What a user may never do is left out. */
export function stationActions(stations: readonly Station[], user: SessionUser): readonly Item[] {
  const [station] = stations;
  const isOne = stations.length === 1;
  const actions = [
    ...(station && isOne ? actionsOnOne(station, user) : []),
    ...maintenanceActions(stations, user),
    ...(station && isOne ? dialogsOfOne(station, user) : []),
    ...(station && isOne ? pagesOfOne(station, user) : []),
  ];
  const names = stations.map(({ name }) => name).join(" ");
  return actions.map(({ label, icon, effect, reason }) => ({ id: `${label} ${names}`, label, icon, effect, reason }));
}

function actionsOnOne(station: Station, { can_admin }: SessionUser): Action[] {
  const isOffline = !station.last_online_status && `${stationTitle(station)} is offline`;
  const take = (label: string, areLightsOn: boolean): Action => ({
    label,
    icon: IconCamera,
    effect: { kind: "images", station, areLightsOn },
    reason: isOffline || undefined,
  });
  return [
    take("Take New Images (lights on)", true),
    take("Take New Images (lights off)", false),
    ...(can_admin ? [inDialog("New support log entry…", IconNotes, { kind: "support", station, tab: "log" })] : []),
  ];
}

function maintenanceActions(stations: readonly Station[], user: SessionUser): Action[] {
  const own = stations.filter((station) => canMaintain(user, station));
  if (own.length === 0) return [];
  const inService = own.filter(({ retired }) => retired === null);
  const maintained = inService.filter(({ maintenance }) => maintenance !== null);
  const isIdle = maintained.length < inService.length;
  const retired = inService.length === 0 ? `${who(own)} out of service` : undefined;
  const idle = maintained.length === 0 ? `${who(own)} not in maintenance` : undefined;
  const begin: StationDialog = { kind: "maintenance", stations: inService };
  return [
    {
      ...inDialog("Begin maintenance…", IconTool, begin),
      reason: retired ?? (isIdle ? undefined : `${who(own)} in maintenance`),
    },
    {
      ...inDialog("Extend maintenance…", IconClockPlus, { kind: "extend", stations: maintained }),
      reason: retired ?? idle,
    },
    { ...inDialog("End maintenance…", IconPlayerStop, { kind: "end", stations: maintained }), reason: retired ?? idle },
  ];
}

function who(stations: readonly Station[]): string {
  const [station] = stations;
  return station && stations.length === 1 ? `${stationTitle(station)} is` : "They are";
}

function dialogsOfOne(station: Station, { can_admin }: SessionUser): Action[] {
  const { name } = station;
  return [
    ...(can_admin
      ? [inDialog("Triage errors…", IconAlertTriangle, { kind: "support", station, tab: "triage" } as const)]
      : []),
    inDialog("Telemetry in a dialog…", IconHeartbeat, { kind: "telemetry", name }),
    inDialog("Data history…", IconChartLine, { kind: "history", name }),
  ];
}

function pagesOfOne({ name }: Station, user: SessionUser): Action[] {
  return stationTabs(user).map((tab) => {
    const { label, icon = IconLayoutDashboard, to = "/" } = stationTabLinks[tab];
    return { label, icon, effect: { kind: "page", href: to.replace("$name", name) } };
  });
}

function inDialog(label: string, icon: Icon, dialog: StationDialog): Action {
  return { label, icon, effect: { kind: "dialog", dialog } };
}
