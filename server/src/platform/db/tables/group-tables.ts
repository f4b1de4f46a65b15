import type { Timestamp } from "@groundcrew/shared/lib";
import type { Generated } from "kysely";

/** The tenant tables of groups of errors and of ownership. */
export type GroupTables = {
  station_open_errors: { station_name: string; open: number };
  ownerships: {
    kind: "group" | "station" | "incident" | "alert";
    subject: string;
    owner_id: number;
    by_id: number | null;
    by_name: string;
    assigned_at: Timestamp;
    acknowledged_at: Timestamp | null;
    until: Timestamp;
    note: string | null;
    /** Whether the person who assigned it was notified that it was not acknowledged. */
    reminded: Generated<boolean>;
    /** The previous owner, as parsed JSON. */
    previous: object | null;
    rev: number;
  };
  viewers: {
    kind: "group" | "station" | "incident";
    subject: string;
    user_id: number;
    seen: Timestamp;
  };
  ownership_history: {
    id: Generated<number>;
    kind: string;
    subject: string;
    at: Timestamp;
    action: string;
    author: string | null;
    owner: string;
    note: string | null;
  };
  error_groups: {
    id: Generated<number>;
    title: string;
    job_type: string | null;
    station_type: string | null;
    state: Generated<"new" | "ongoing" | "escalating" | "regressed" | "archived" | "resolved">;
    state_since: Timestamp;
    state_reason: string | null;
    rev: Generated<number>;
    changed_by: string | null;
    changed_action: string | null;
    merged_into: number | null;
    merge_pattern: string | null;
    unresolved: Generated<number>;
    open: Generated<number>;
    open_all: Generated<number>;
    stations: Generated<number>;
    stations_all: Generated<number>;
    total: Generated<number>;
    stations_total: Generated<number>;
    first_seen: Timestamp;
    last_seen: Timestamp;
    resolved_at: Timestamp | null;
    resolved_by: string | null;
    solution: string | null;
    fixed_from: string | null;
    archive: unknown;
    archived_until: Timestamp | null;
  };
  error_fingerprints: {
    id: Generated<number>;
    digest: string;
    version: number;
    job_type: string | null;
    station_type: string;
    pattern: string;
    group_id: number;
    home_group_id: number | null;
    is_separate: Generated<boolean>;
    split_by: number | null;
    split_from: number | null;
    created: Generated<Timestamp>;
  };
  error_fingerprint_stations: {
    fingerprint_id: number;
    station_name: string;
    total: number;
    unresolved: number;
    open: number;
    first_seen: Timestamp;
    last_seen: Timestamp;
    firmware: string | null;
  };
  error_fingerprint_hours: { fingerprint_id: number; hour: Timestamp; errors: number };
  error_fingerprint_days: { fingerprint_id: number; day: string; errors: number };
  error_fingerprint_firmwares: { fingerprint_id: number; firmware: string; errors: number; first_seen: Timestamp };
  error_group_history: {
    id: Generated<number>;
    group_id: number;
    at: Timestamp;
    kind: string;
    author: string | null;
    note: string | null;
    details: unknown;
  };
  error_resolutions: {
    id: Generated<number>;
    group_id: number;
    /** Those that the group had when it was resolved. */
    fingerprints: number[];
    last_error: number;
    solution: string;
    author: string;
    errors: number;
    done: Generated<number>;
    started: Timestamp;
    ended: Timestamp | null;
  };
};
