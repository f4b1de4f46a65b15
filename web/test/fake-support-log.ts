import { changeStationErrors, listStationErrors, type StationError } from "@groundcrew/shared/station-errors";
import {
  changeEntryStatus,
  createSupportLogEntry,
  listEntryErrors,
  listStationSupportLog,
  listSupportLogEntries,
  publishEntry,
  replyToEntry,
  unpublishEntry,
  type SupportLogEntry,
} from "@groundcrew/shared/support-log";
import { sampleEntry, sampleReply } from "../../shared/test/sample-entry.ts";
import { sampleError } from "../../shared/test/sample-error.ts";
import type { FakeServer } from "./fake-server.ts";

const NOW = "2026-06-01T12:00:00.000Z";

/** Errors with the ids 1, 2, …, and the messages `Fault 1`, `Fault 2`, … */
export function numberedErrors(count: number, differences: Partial<StationError> = {}): StationError[] {
  return Array.from({ length: count }, (_, at) =>
    sampleError({ id: at + 1, error_message: `Fault ${at + 1}`, ...differences }),
  );
}

/** An entry about the station of the fake console. */
export function stationEntry(differences: Partial<SupportLogEntry> = {}): SupportLogEntry {
  return sampleEntry({ station_name: "gc-000000000001", ...differences });
}

/** The support log and the errors of one station. What is written is in the next reply. */
export function serveSupportLog(
  server: FakeServer,
  { entries = [], errors = [] }: { entries?: SupportLogEntry[]; errors?: StationError[] },
) {
  const log = { entries, errors };

  function updateEntry(id: number, update: (entry: SupportLogEntry) => SupportLogEntry): void {
    log.entries = log.entries.map((entry) => (entry.id === id ? update(entry) : entry));
  }

  serveEntries(server, log);
  serveErrors(server, log);
  server.on(replyToEntry, async ({ params: { entry }, body: { content, status = "note" } }) => {
    const reply = sampleReply({ id: 900, content: content.text, status, created: NOW });
    updateEntry(entry, (before) => ({ ...before, children: [...before.children, reply] }));
    return { status: 201 as const, body: reply };
  });
  server.on(changeEntryStatus, async ({ params: { entry }, body: { status } }) => {
    updateEntry(entry, (before) => {
      const change = { author: "Kari N.", status_before: before.status, status_after: status, changed: NOW };
      return { ...before, status, status_changes: [...before.status_changes, change] };
    });
    return { status: 204 as const, body: null };
  });
  server.on(publishEntry, async ({ params: { entry } }) => {
    updateEntry(entry, (before) => ({ ...before, public: true }));
    return { status: 204 as const, body: null };
  });
  server.on(unpublishEntry, async ({ params: { entry } }) => {
    updateEntry(entry, (before) => ({ ...before, public: false }));
    return { status: 204 as const, body: null };
  });
  return log;
}

type Log = { entries: SupportLogEntry[]; errors: StationError[] };

function serveEntries(server: FakeServer, log: Log): void {
  server.on(listSupportLogEntries, async () => ({ status: 200 as const, body: log.entries }));
  server.on(listStationSupportLog, async () => ({ status: 200 as const, body: log.entries }));
  server.on(createSupportLogEntry, async ({ params: { station }, body }) => {
    const { status, attached_errors } = body;
    const content = body.content.text;
    const entry = sampleEntry({ id: 800, station_name: station, content, status, attached_errors, created: NOW });
    log.entries = [...log.entries, entry];
    attach(log, attached_errors, entry.id);
    return { status: 201 as const, body: entry };
  });
}

function attach(log: Log, ids: readonly number[], entry: number): void {
  log.errors = log.errors.map((error) => (ids.includes(error.id) ? { ...error, supportlog_entry_id: entry } : error));
  log.entries = log.entries.map((one) =>
    one.id === entry ? { ...one, attached_errors: [...new Set([...one.attached_errors, ...ids])] } : one,
  );
}

function serveErrors(server: FakeServer, log: Log): void {
  server.on(listStationErrors, async ({ query: { filter_resolved } }) => ({
    status: 200 as const,
    body: log.errors.filter(({ time_handled }) => filter_resolved !== false || time_handled === null),
  }));
  server.on(listEntryErrors, async ({ params: { entry } }) => ({
    status: 200 as const,
    body: log.errors.filter(({ supportlog_entry_id }) => supportlog_entry_id === entry),
  }));
  server.on(changeStationErrors, async ({ body }) => {
    for (const { id, solution, supportlog_entry_id: entry } of body) {
      if (entry !== undefined) attach(log, [id], entry);
      if (solution === undefined) continue;
      log.errors = log.errors.map((error) => (error.id === id ? { ...error, solution, time_handled: NOW } : error));
    }
    const changed = new Set(body.map(({ id }) => id));
    return { status: 200 as const, body: log.errors.filter(({ id }) => changed.has(id)) };
  });
}
