import { listBackups } from "@groundcrew/shared/backups";
import { listLimitedStations } from "@groundcrew/shared/link";
import { listViolations } from "@groundcrew/shared/security";
import { getSystem } from "@groundcrew/shared/system";
import { getAvailability, type AvailabilityReport } from "@groundcrew/shared/availability";
import type { Station } from "@groundcrew/shared/stations";
import { sampleAlert, sampleRule } from "../../shared/test/sample-alert.ts";
import { sampleAvailability } from "../../shared/test/sample-availability.ts";
import { sampleGroup } from "../../shared/test/sample-group.ts";
import { serveAlerts, serveRules } from "./fake-alerts.ts";
import { sampleAct, serveAudit } from "./fake-audit.ts";
import { sampleChannel, serveChannels } from "./fake-channels.ts";
import { startFakeConsole } from "./fake-console.ts";
import { serveGroups } from "./fake-groups.ts";
import { listed, listedKey, openManage } from "./fake-manage.ts";
import { sampleDelivery, serveDeliveries } from "./fake-notifications.ts";
import type { FakeServer } from "./fake-server.ts";
import { serveSsot } from "./fake-ssot.ts";
import { openTelemetry, STATION_PATH } from "./fake-station-page.ts";
import { numberedStations, stationName } from "./fake-stations.ts";
import { numberedErrors, serveSupportLog, stationEntry } from "./fake-support-log.ts";
import { sampleSite, serveSites } from "./fake-sites.ts";
import { sampleImport, serveImports } from "./fake-imports.ts";
import { sampleWallboard, serveWallboards } from "./fake-wallboards.ts";
import { openConsole } from "./open-console.tsx";

const NUMBERS = [1, 2, 3];

/** Opens a page of a console with three of everything. */
export function openLists(path: string) {
  const stations = numberedStations(3);
  const server = startFakeConsole({ stations });
  const errors = numberedErrors(3);
  serveSsot(server, stations);
  serveSupportLog(server, { entries: NUMBERS.map((id) => stationEntry({ id })), errors });
  serveAlerts(
    server,
    NUMBERS.map((id) => sampleAlert({ id, title: `Fault ${id}` })),
  );
  serveRules(
    server,
    NUMBERS.map((id) => sampleRule({ id, name: `Rule ${id}` })),
  );
  serveChannels(
    server,
    NUMBERS.map((id) => sampleChannel({ id, name: `Channel ${id}` })),
  );
  serveDeliveries(
    server,
    NUMBERS.map((id) => sampleDelivery({ id })),
  );
  serveGroups(
    server,
    NUMBERS.map((id) => sampleGroup({ id, title: `Fault ${id}.` })),
  );
  server.on(getAvailability, async () => ({ status: 200 as const, body: availabilityOf(stations) }));
  serveWallboards(
    server,
    NUMBERS.map((id) => sampleWallboard({ id, name: `Wall ${id}` })),
  );
  serveSites(server, { sites: NUMBERS.map((id) => sampleSite({ id, name: `Site ${id}` })) });
  serveImports(
    server,
    NUMBERS.map((id) => sampleImport({ id, file_name: `file-${id}.csv` })),
  );
  serveAudit(server, { acts: NUMBERS.map((id) => sampleAct({ id, request: `request-${id}` })) });
  serveLogs(server);
  openConsole(path);
}

/** Opens the telemetry of a station that has reported several of everything. */
export function openReported(path: string) {
  const device = { path: "/dev/ttyUSB0", detected: true };
  openTelemetry(path.slice(STATION_PATH.length), {
    motors_dc_atlas: NUMBERS.map((number) => ({ name: `dc${number}` })),
    status: { usb_status: { serial_devices_detected: { hexboard: device, other: [device] } } },
  });
}

/** Opens a page of Manage whose list has two rows. */
export function openManaged(path: string) {
  openManage(path, {
    users: ["one@groundcrew.example", "two@groundcrew.example"].map((email) => listed(email, { org_id: 1 })),
    keys: [1, 2].map((id) => listedKey(`key_${id}`, { description: `Key ${id}` })),
  });
}

function availabilityOf(stations: readonly Station[]): AvailabilityReport {
  const report = sampleAvailability();
  const [reported] = report.stations;
  if (!reported) throw new Error("The report has no station.");
  return {
    ...report,
    stations: stations.map(({ name, serial_number }) => ({ ...reported, station: name, serial_number })),
  };
}

/** Records of the installation about itself. */
function serveLogs(server: FakeServer): void {
  const time = "2026-01-01T00:00:00.000Z";
  const backup = { taken: time, finished: time, bytes: 1, failure: null, is_scheduled: true };
  server.on(listBackups, async () => ({
    status: 200 as const,
    body: { schedule: null, next: null, backups: NUMBERS.map((id) => ({ ...backup, file: `/backups/${id}` })) },
  }));
  server.on(listLimitedStations, async () => ({
    status: 200 as const,
    body: NUMBERS.map((id) => ({ station: stationName(id), per_minute: 900, limit, since: time })),
  }));
  const limit = { kind: "events_per_minute" as const, value: 600 };
  const violation = { directive: "img-src", source: "", line: null, page: "/", times: 1 };
  server.on(listViolations, async () => ({
    status: 200 as const,
    body: NUMBERS.map((id) => ({ ...violation, blocked: `b${id}`, first_reported: time, last_reported: time })),
  }));
  server.on(getSystem, async () => ({
    status: 200 as const,
    body: {
      version: "1.2.3",
      started: time,
      checks: NUMBERS.map((id) => ({ about: "disk" as const, state: "ok" as const, sentence: `${id}`, since: time })),
    },
  }));
}
