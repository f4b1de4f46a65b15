import type { SupportLogEntry, SupportLogReply } from "../src/support-log/index.ts";

/** A reply in a support log for tests. */
export function sampleReply(differences: Partial<SupportLogReply> = {}): SupportLogReply {
  return {
    id: 1,
    station_name: "gc-0000000000aa",
    author: "Kari N.",
    status: "note",
    created: "2026-05-01T00:00:00.000Z",
    content: "Seen",
    public: false,
    tags: [],
    attached_errors: [],
    ...differences,
  };
}

/** An entry of a support log for tests. */
export function sampleEntry(differences: Partial<SupportLogEntry> = {}): SupportLogEntry {
  return { ...sampleReply(), children: [], alerts: [], status_changes: [], ...differences };
}
