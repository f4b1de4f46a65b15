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

/** The actions on a station, and why some are impossible now. Those that a user may never take are left out. */
export function stationActions(station: Station, user: SessionUser): readonly Item[] {
  const actions = [
    ...actionsOn(station, user),
    ...maintenanceActions(station, user),
    ...dialogsOf(station, user),
    ...pagesOf(station, user),
  ];
  return actions.map(({ label, icon, effect, reason }) => ({
    id: `${label} ${station.name}`,
    label,
    icon,
    effect,
    reason,
  }));
}

function actionsOn(station: Station, { can_admin }: SessionUser): Action[] {
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

function maintenanceActions(station: Station, user: SessionUser): Action[] {
  if (!canMaintain(user, station)) return [];
  const stations = [station];
  const is = (what: string) => `${stationTitle(station)} is ${what}`;
  const retired = station.retired === null ? undefined : is("out of service");
  const isMaintained = station.maintenance !== null;
  const busy = retired ?? (isMaintained ? is("in maintenance") : undefined);
  const idle = retired ?? (isMaintained ? undefined : is("not in maintenance"));
  return [
    { ...inDialog("Begin maintenance…", IconTool, { kind: "maintenance", stations }), reason: busy },
    { ...inDialog("Extend maintenance…", IconClockPlus, { kind: "extend", stations }), reason: idle },
    { ...inDialog("End maintenance…", IconPlayerStop, { kind: "end", stations }), reason: idle },
  ];
}

function dialogsOf(station: Station, { can_admin }: SessionUser): Action[] {
  const { name } = station;
  return [
    ...(can_admin
      ? [inDialog("Triage errors…", IconAlertTriangle, { kind: "support", station, tab: "triage" } as const)]
      : []),
    inDialog("Telemetry in a dialog…", IconHeartbeat, { kind: "telemetry", name }),
    inDialog("Data history…", IconChartLine, { kind: "history", name }),
  ];
}

function pagesOf({ name }: Station, user: SessionUser): Action[] {
  return stationTabs(user).map((tab) => {
    const { label, icon = IconLayoutDashboard, to = "/" } = stationTabLinks[tab];
    return { label, icon, effect: { kind: "page", href: to.replace("$name", name) } };
  });
}

function inDialog(label: string, icon: Icon, dialog: StationDialog): Action {
  return { label, icon, effect: { kind: "dialog", dialog } };
}
