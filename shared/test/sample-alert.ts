import type { Alert, AlertRule } from "../src/alerts/index.ts";

/** An urgent alert that nobody has, with differences. */
export function sampleAlert(differences: Partial<Alert> = {}): Alert {
  return {
    id: 4812,
    rev: 1,
    section: "open",
    kind: "site_outage",
    severity: "urgent",
    title: "Site outage: Reno",
    detail: "All 4 stations offline",
    subject: { kind: "site" },
    station_title: null,
    org_id: 3,
    organization: "Skyline Logistics",
    site: "Reno",
    stations: 4,
    since: "2026-11-21T10:07:12.000Z",
    ended: null,
    reason: null,
    end_cause: null,
    flapping: false,
    calm_since: null,
    muted: null,
    owner: null,
    other_owner: null,
    parent: null,
    children: 3,
    ...differences,
  };
}

/** A rule that is on, with differences. */
export function sampleRule(differences: Partial<AlertRule> = {}): AlertRule {
  return {
    id: 1,
    rev: 1,
    org_id: 1,
    organization: "Groundcrew",
    name: "Station offline",
    condition: { kind: "offline", minutes: 10 },
    severity: "urgent",
    scope: { kind: "all" },
    auto_join: true,
    channels: [1],
    group_by: "site",
    repeat_minutes: 240,
    quiet: null,
    tells_recovery: true,
    steps: [],
    enabled: true,
    edited: "2026-11-18T09:00:00.000Z",
    edited_by: "Lee Tran",
    off_since: null,
    off_by: null,
    off_reason: null,
    stations: 248,
    subscribers: 0,
    firing: 4,
    alerts_7d: 31,
    last_alert: "2026-11-21T10:07:12.000Z",
    ...differences,
  };
}
