import { listApiKeys } from "@groundcrew/shared/api-keys";
import { getAvailability } from "@groundcrew/shared/availability";
import { defaultBrand } from "@groundcrew/shared/brand";
import { getCameraImage, headCameraImage, listCameras } from "@groundcrew/shared/cameras";
import { listOlderConfigs, listStationConfigs } from "@groundcrew/shared/configs";
import { getConsoleSettings } from "@groundcrew/shared/console";
import { MINUTE_MS } from "@groundcrew/shared/lib";
import { getStationNotices } from "@groundcrew/shared/link";
import { listOrganizations } from "@groundcrew/shared/organizations";
import { keepViewing, listAssignees, listIncidentOwners, listStationOwners } from "@groundcrew/shared/ownership";
import { listViolations } from "@groundcrew/shared/security";
import { getSession, type SessionUser } from "@groundcrew/shared/sessions";
import { listSsotEntries } from "@groundcrew/shared/ssot";
import { listStationErrors } from "@groundcrew/shared/station-errors";
import { builtInStationTypes, getStationTypes } from "@groundcrew/shared/station-types";
import { getStation, listStationPage, listStations, type Station } from "@groundcrew/shared/stations";
import {
  getOrganizationActivity,
  getOrganizationHistory,
  getStationHistory,
  getSwapStats,
} from "@groundcrew/shared/stats";
import {
  listAttachedErrors,
  listEntryErrors,
  listStationSupportLog,
  listSupportLogEntries,
  listSupportLogTags,
} from "@groundcrew/shared/support-log";
import { openStream } from "@groundcrew/shared/streams";
import { summarize } from "@groundcrew/shared/telemetry";
import { listUsers } from "@groundcrew/shared/users";
import { sampleAvailability } from "../../shared/test/sample-availability.ts";
import { sampleConfig } from "../../shared/test/sample-config.ts";
import { sampleEntry } from "../../shared/test/sample-entry.ts";
import { sampleError } from "../../shared/test/sample-error.ts";
import { sampleSnapshot } from "../../shared/test/sample-snapshot.ts";
import { sampleStation } from "../../shared/test/sample-station.ts";
import { serveAccount } from "./fake-account.ts";
import { serveAlerts } from "./fake-alerts.ts";
import { serveBulkActs } from "./fake-bulk-acts.ts";
import { serveChannels } from "./fake-channels.ts";
import { serveSites } from "./fake-sites.ts";
import { serveInstallation, serveStatus } from "./fake-installation.ts";
import { refuseLive } from "./fake-live.ts";
import { NO_STATION_PAGE } from "./fake-pages.ts";
import { serveMaintenance } from "./fake-maintenance.ts";
import { serveReadiness } from "./fake-readiness.ts";
import { serveSavedViews } from "./fake-saved-views.ts";
import { serveSwapSuccess } from "./fake-swap-success.ts";
import { Rejection, startFakeServer, type FakeServer } from "./fake-server.ts";

/** An admin. */
export const admin: SessionUser = {
  name: "Kari Nilsen",
  email: "admin@groundcrew.example",
  can_manage: true,
  can_admin: true,
  org_id: 1,
  organization: "Groundcrew",
  default_view: null,
};

/** A user of a customer, without manager rights. */
export const customer: SessionUser = {
  name: "",
  email: "user@harbor.example",
  can_manage: false,
  can_admin: false,
  org_id: 2,
  organization: "Harbor Air",
  default_view: null,
};

/** Some time ago, by the page's clock. */
function ago(ms: number): string {
  return new Date(Date.now() - ms).toISOString();
}

/** A station that is online, has swapped, and has one unresolved error. */
export function onlineStation(differences: Partial<Station> = {}): Station {
  return sampleStation({
    organization_name: "Harbor Air",
    shipped: "2025-01-10",
    location: { lat: 59.91, lng: 10.75, street_address: null },
    last_active: ago(2_000),
    last_online: ago(2_000),
    last_online_status: true,
    last_telemetry: ago(2_000),
    // A whole minute, so that stations that are made one after the other are not ordered by that.
    last_swapped: new Date(Math.floor(Date.now() / MINUTE_MS - 30) * MINUTE_MS).toISOString(),
    clock_skew_ms: 0,
    swaps_performed: 120,
    swaps_year: 20,
    swaps_months_1: 100,
    swaps_week: 110,
    swaps_day: 118,
    swaps_shipment: 3,
    errors_total: 5,
    errors_shipment: 1,
    support_metrics: {
      errors_unresolved: 1,
      error_latest: ago(MINUTE_MS),
      supportlog: { incident_needs_action: 0, incident_pending: 0, incident_pending_urgent: 0 },
    },
    last_telemetry_data: summarize(sampleSnapshot()),
    config_latest: sampleConfig({ offsets: { RoofOpen: 3 }, positions: { RoofOpen: 100 } }),
    ...differences,
  });
}

/** A fake server that serves everything the console reads: one user, and one online station unless there are others. */
export function startFakeConsole({
  user = admin,
  stations = [onlineStation()],
}: { user?: SessionUser; stations?: Station[] } = {}): FakeServer {
  const server = startFakeServer();
  server.on(getConsoleSettings, async () => ({
    status: 200 as const,
    body: { brand: defaultBrand, google_client_id: null, map_tiles: null, version: "1.2.3", build: "fakeBuild" },
  }));
  server.on(getSession, async () => ({ status: 200 as const, body: { user } }));
  refuseLive(server);
  serveStatus(server);
  serveFleet(server, stations);
  serveManagement(server, user);
  const ofStations = [serveStation, serveSupportLog, serveBulkActs, serveMaintenance, serveReadiness, serveSavedViews];
  for (const serve of [...ofStations, serveAlerts, serveChannels]) serve(server);
  return server;
}

let rev = 1;

/** Stations that report all the time, so that they stay online however the page's clock moves. */
function current(station: Station): Station {
  if (!station.last_online_status) return station;
  rev += 1;
  return { ...station, rev, last_active: ago(2_000), last_online: ago(2_000), last_telemetry: ago(2_000) };
}

function serveFleet(server: FakeServer, stations: readonly Station[]): void {
  const withSnapshot = (station: Station) => ({
    ...current(station),
    last_telemetry_data: sampleSnapshot({ time: Date.now() / 1_000 }),
  });
  server.on(listStations, async ({ query }) => ({
    status: 200 as const,
    body:
      query.station_name === undefined
        ? stations.map(current)
        : stations.filter(({ name }) => name === query.station_name).map(withSnapshot),
    headers: { etag: `"${Date.now()}"`, "x-as-of": ago(0) },
  }));
  server.on(listStationPage, async () => ({ status: 200 as const, body: NO_STATION_PAGE }));
  server.on(getStation, async ({ params }) => {
    const found = stations.find(({ name }) => name === params.station) ?? onlineStation({ name: params.station });
    return { status: 200 as const, body: current(found) };
  });
  server.on(getStationTypes, async () => ({ status: 200 as const, body: builtInStationTypes }));
  server.on(getOrganizationHistory, async () => ({
    status: 200 as const,
    body: [3, 2, 1]
      .map((hours) => [Math.round(Date.now() / 1_000) - hours * 3_600, hours, 1] as const)
      .map(([time, swaps, online]) => [time, swaps, online]),
  }));
  server.on(getOrganizationActivity, async () => ({
    status: 200 as const,
    body: [{ organization: "Harbor Air", actions: 4 }],
  }));
  server.on(getAvailability, async () => ({ status: 200 as const, body: sampleAvailability() }));
  serveSwapSuccess(server);
  server.on(getSwapStats, async () => ({
    status: 200 as const,
    body: stations.map(({ name }) => ({
      station: name,
      swaps_all: 120,
      swaps_year: 100,
      swaps_months_3: 60,
      swaps_months_1: 20,
      swaps_week: 10,
      swaps_day: 2,
      swaps_shipment: null,
    })),
  }));
}

/** A small image. */
export async function drawnImage(): Promise<Uint8Array> {
  const canvas = new OffscreenCanvas(16, 9);
  canvas.getContext("2d")?.fillRect(0, 0, 16, 9);
  const blob = await canvas.convertToBlob({ type: "image/jpeg" });
  return new Uint8Array(await blob.arrayBuffer());
}

function serveStation(server: FakeServer): void {
  const modified = () => new Date(Date.now() - MINUTE_MS).toUTCString();
  server.on(getStationNotices, async () => ({
    status: 200 as const,
    body: { too_many_events: null, swap_counts: null, connection_fault: null, errors_kept_days: 365 },
  }));
  server.on(listCameras, async () => ({
    status: 200 as const,
    body: [{ id: "cam-1", name: "camera_front", in_use: true }],
  }));
  server.on(headCameraImage, async () => ({
    status: 200 as const,
    body: null,
    headers: { etag: '"1"', "last-modified": modified() },
  }));
  server.on(getCameraImage, async () => ({
    status: 200 as const,
    body: await drawnImage(),
    headers: { etag: '"1"', "last-modified": modified() },
  }));
  server.on(openStream, async () => {
    throw new Rejection(503, "The station is offline, so no live video is available.");
  });
  server.on(listStationConfigs, async () => ({
    status: 200 as const,
    body: [
      sampleConfig({ offsets: { RoofOpen: 3 } }),
      sampleConfig({ created: "2026-04-01T00:00:00.000Z", version_firmware: "1.8" }),
    ],
  }));
  server.on(listOlderConfigs, async () => ({ status: 200 as const, body: { configs: [], next: null } }));
  server.on(listSsotEntries, async () => ({ status: 200 as const, body: [] }));
  server.on(listStationErrors, async () => ({ status: 200 as const, body: [sampleError()] }));
  server.on(getStationHistory, async () => ({
    status: 200 as const,
    body: [50, 20, 1].map((minutes, nth) => ({
      time: Math.floor(Date.now() / 60_000) * 60 - minutes * 60,
      swaps_performed: 118 + nth,
      error_count: 4,
      door: "closed" as const,
      pad: "empty" as const,
    })),
  }));
}

function serveSupportLog(server: FakeServer): void {
  const entry = sampleEntry({ id: 7, station_name: "gc-000000000001", attached_errors: [1] });
  server.on(listSupportLogEntries, async () => ({ status: 200 as const, body: [entry] }));
  server.on(listStationSupportLog, async () => ({ status: 200 as const, body: [entry] }));
  server.on(listEntryErrors, async () => ({ status: 200 as const, body: [sampleError({ supportlog_entry_id: 7 })] }));
  server.on(listAttachedErrors, async () => ({
    status: 200 as const,
    body: [sampleError({ supportlog_entry_id: 7 })],
  }));
  server.on(listStationOwners, async () => ({ status: 200 as const, body: [] }));
  server.on(keepViewing, async () => ({ status: 200 as const, body: { others: [] } }));
  server.on(listIncidentOwners, async () => ({ status: 200 as const, body: [] }));
  server.on(listAssignees, async () => ({
    status: 200 as const,
    body: [
      { id: 1, name: admin.name, email: admin.email, open: 1 },
      { id: 2, name: "Lee Tran", email: "lee@groundcrew.example", open: 4 },
    ],
  }));
  server.on(listSupportLogTags, async () => ({
    status: 200 as const,
    body: [
      {
        id: 1,
        name: "ops",
        color: "danger" as const,
        alerting: true,
        canonical_id: null,
        aliases: [],
        alert_target: "ops@groundcrew.example",
      },
      {
        id: 2,
        name: "mechanical",
        color: "secondary" as const,
        alerting: false,
        canonical_id: null,
        aliases: [],
        alert_target: null,
      },
    ],
  }));
}

function serveManagement(server: FakeServer, caller: SessionUser): void {
  const { email, organization, org_id } = caller;
  const user = { email, can_manage: true, organization, org_id, invitation: null };
  serveAccount(server, caller);
  server.on(listUsers, async () => ({ status: 200 as const, body: [user] }));
  server.on(listOrganizations, async () => ({
    status: 200 as const,
    body: [
      { id: 1, name: "Groundcrew", station_quantity: 0 },
      { id: 2, name: "Harbor Air", station_quantity: 1 },
    ],
  }));
  server.on(listApiKeys, async () => ({ status: 200 as const, body: [] }));
  server.on(listViolations, async () => ({ status: 200 as const, body: [] }));
  serveSites(server);
  serveInstallation(server);
}
