import { rowOf } from "../src/stations/board/entry.ts";
import { readableSnapshot, readingsOf } from "@groundcrew/shared/readiness";
import { telemetrySummary } from "@groundcrew/shared/telemetry";
import { summaryOfSnapshot, type Board, type SnapshotSummary } from "../src/stations/index.ts";
import { NO_STATE, type BoardState, type StationFacts } from "../src/stations/board/row-text.ts";

const EVERYTHING = { support_metrics: true, telemetry: true, config: true, ssot: true, replaceables: true };

/** A station's row as an admin's list has it now; null for a station that is not on the board. */
export function rowOnBoard(board: Board, name: string): unknown {
  const entry = board.find(name, { orgId: null, admin: true });
  return entry ? JSON.parse(rowOf(entry, EVERYTHING, true)) : null;
}

/** The facts of a station with little known about it. */
export function boardFacts(name: string, org_id: number, more: Partial<StationFacts> = {}): StationFacts {
  return {
    name,
    serial_number: name,
    description: "",
    station_type: "atlas",
    organization_name: `Organization ${org_id}`,
    org_id,
    location_deployment: "",
    has_location: false,
    lat: null,
    lng: null,
    street_address: null,
    actual: true,
    telemetry_enabled: true,
    hexone_uri_base: null,
    version_api: "1.0",
    shipped: null,
    created: "2025-01-01T00:00:00.000Z",
    retired: null,
    maintenance: null,
    site_id: null,
    site_name: null,
    tags: null,
    edited: null,
    edited_by: null,
    swaps_year: null,
    swaps_months_1: null,
    swaps_week: null,
    swaps_day: null,
    swaps_shipment: null,
    errors_shipment: null,
    errors_total: 0,
    errors_unresolved: 0,
    error_latest: null,
    incident_needs_action: 0,
    incident_pending: 0,
    incident_pending_urgent: 0,
    config_latest: null,
    config_seen: null,
    ssot_latest: null,
    ssot_author: null,
    replaceables_latest: null,
    ...more,
  };
}

/** A state of a station, of which little is known. */
export function boardState(version: number, more: Partial<BoardState> = {}): BoardState {
  return { ...NO_STATE, version, ...more };
}

/** A snapshot as the board takes it, of which the list shows `summary`. */
export function snapshotSummary(summary: object): SnapshotSummary {
  return summaryOfSnapshot(telemetrySummary.parse(summary), readingsOf(readableSnapshot.parse(summary)));
}
