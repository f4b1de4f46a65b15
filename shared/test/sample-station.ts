import type { Station } from "../src/stations/index.ts";

/** A station for tests: actual, without messages so far. Each test sets only the fields it is about. */
export function sampleStation(differences: Partial<Station> = {}): Station {
  return {
    name: "gc-000000000001",
    rev: 1,
    serial_number: "Atlas 0001",
    description: "",
    station_type: "atlas",
    organization_name: "Northwind",
    org_id: 2,
    location_deployment: "",
    location: null,
    actual: true,
    telemetry_enabled: true,
    hexone_uri_base: null,
    hexone_dashboard: null,
    version_api: "4.2.0",
    shipped: null,
    created: "2024-01-01T00:00:00.000Z",
    retired: null,
    last_active: null,
    last_swapped: null,
    last_online: null,
    last_online_status: false,
    last_telemetry: null,
    clock_skew_ms: null,
    swaps_performed: 0,
    swaps_year: null,
    swaps_months_1: null,
    swaps_week: null,
    swaps_day: null,
    swaps_shipment: null,
    errors_total: 0,
    errors_shipment: null,
    ...differences,
  };
}
