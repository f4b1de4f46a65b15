import type { Timestamp } from "@groundcrew/shared/lib";
import type { Generated } from "kysely";

/** The tenant tables of alert rules and alerts. `json` columns contain parsed JSON. */
export type AlertTables = {
  alert_rules: {
    id: Generated<number>;
    org_id: number;
    name: string;
    kind: string;
    condition: unknown;
    severity: string;
    scope: unknown;
    auto_join: boolean;
    members: string[] | null;
    channels: number[];
    group_by: string;
    repeat_minutes: number | null;
    quiet: unknown;
    tells_recovery: boolean;
    steps: unknown;
    enabled: boolean;
    off_since: Timestamp | null;
    off_by: string | null;
    off_reason: string | null;
    created: Generated<Timestamp>;
    edited: Generated<Timestamp>;
    edited_by: string;
    rev: Generated<number>;
  };
  alert_conditions: { rule_id: number; subject: string; since: Timestamp; due_at: Timestamp };
  alerts: {
    id: Generated<number>;
    kind: string;
    subject: string;
    station_name: string | null;
    org_id: number | null;
    site: string | null;
    severity: string;
    title: string;
    detail: string;
    why: string | null;
    level: Generated<number>;
    stations: Generated<number>;
    members: Generated<string[]>;
    since: Timestamp;
    fired_at: Generated<Timestamp>;
    ended_at: Timestamp | null;
    end_reason: string | null;
    parent_id: number | null;
    orphaned_at: Timestamp | null;
    in_maintenance: Generated<boolean>;
    changes: Generated<Timestamp[]>;
    flapping: Generated<boolean>;
    calm_since: Timestamp | null;
    due_at: Timestamp | null;
    rev: Generated<number>;
  };
  alert_matches: {
    alert_id: number;
    rule_id: number;
    since: Timestamp;
    ended_at: Timestamp | null;
    announced_at: Timestamp | null;
    repeated_at: Timestamp | null;
    steps: Generated<number>;
    held: string | null;
  };
  alert_mutes: {
    alert_id: number;
    side: number;
    until: Timestamp;
    by_name: string;
    why: string;
    level: number;
    severity: string;
  };
  alert_history: { id: Generated<number>; alert_id: number; at: Timestamp; what: string; side: number | null };
};
