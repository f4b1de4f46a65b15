import {
  getBroker,
  getRestoreProgress,
  listInvalidMessages,
  listLimitedStations,
  listQuarantinedEvents,
  listRejectedConnections,
} from "@groundcrew/shared/link";
import { listBackups } from "@groundcrew/shared/backups";
import { getConsoleStatus, getSystem, testMail } from "@groundcrew/shared/system";
import type { FakeServer } from "./fake-server.ts";

/** Answers to the calls of the pages about the installation: nothing is wrong, and there are no backups. */
export function serveInstallation(server: FakeServer): void {
  const none = async () => ({ status: 200 as const, body: [] });
  server.on(listBackups, async () => ({ status: 200 as const, body: { schedule: null, next: null, backups: [] } }));
  server.on(getSystem, async () => ({
    status: 200 as const,
    body: { version: "1.2.3", started: new Date().toISOString(), checks: [] },
  }));
  server.on(testMail, async () => ({
    status: 200 as const,
    body: { result: "accepted" as const, sentence: "The mail server has accepted an email." },
  }));
  server.on(getBroker, async () => ({ status: 200 as const, body: { public_url: "mqtts://console.example:8883" } }));
  server.on(listLimitedStations, none);
  server.on(getRestoreProgress, async () => ({ status: 200 as const, body: null }));
  server.on(listQuarantinedEvents, async () => ({ status: 200 as const, body: { events: [], kept_days: 30 } }));
  server.on(listRejectedConnections, none);
  server.on(listInvalidMessages, none);
}

/** The console itself has no problems. */
export function serveStatus(server: FakeServer): void {
  server.on(getConsoleStatus, async () => ({ status: 200 as const, body: { disconnected_since: null, problems: [] } }));
}
