import type { RowReadiness } from "../../readiness/index.ts";
import type { Station } from "../station.ts";

/**
 * A station by everything that decides whether a list has it, where, in which group, and how it is counted. Of its readiness all reasons may be
 * there, of its configuration only whether there is one.
 */
export type ListedStation = Pick<
  Station,
  | "name"
  | "serial_number"
  | "description"
  | "station_type"
  | "organization_name"
  | "location_deployment"
  | "site_id"
  | "site_name"
  | "tags"
  | "actual"
  | "telemetry_enabled"
  | "version_api"
  | "created"
  | "retired"
  | "maintenance"
  | "last_active"
  | "last_swapped"
  | "last_online"
  | "last_online_status"
  | "swaps_performed"
  | "swaps_year"
  | "swaps_months_1"
  | "swaps_week"
  | "swaps_day"
  | "support_metrics"
  | "last_telemetry_data"
> &
  WithReadiness & { config_latest?: unknown };

/** A station by its readiness, of which the first reason counts. */
export type WithReadiness = {
  readiness: (Pick<RowReadiness, "state" | "since"> & { reasons: readonly RowReadiness["reasons"][number][] }) | null;
};
