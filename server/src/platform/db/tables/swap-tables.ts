import type { CalendarDate, Timestamp } from "@groundcrew/shared/lib";
import type { Generated } from "kysely";

type Type = "atlas" | "universal" | "global";
type Counts = { succeeded: number; with_errors: number; failed: number; maintenance: number };

/** The tenant tables of attempts to swap a battery. */
export type SwapTables = {
  swap_pieces: {
    id: Generated<number>;
    station_name: string;
    event_id: string;
    at: Timestamp;
    kind: "swap" | "error" | "pad_empty";
    job_id: string | null;
    swaps: number;
    error_id: number | null;
    fingerprint_id: number | null;
    firmware: string;
    org_id: number;
    station_type: Type;
    in_maintenance: boolean;
    stored: Generated<Timestamp>;
  };
  swap_progress: {
    station_name: string;
    seen_id: Generated<number>;
    seen_at: Generated<Timestamp>;
    open_from: Timestamp | null;
    due: Timestamp | null;
  };
  swap_attempts: {
    station_name: string;
    error_id: number;
    at: Timestamp;
    outcome: "failed" | "with_errors";
    job_id: string | null;
    errors: number;
    fingerprint_id: number | null;
    firmware: string;
    org_id: number;
    station_type: Type;
    in_maintenance: boolean;
  };
  swap_totals: Counts & {
    by_hour: boolean;
    start: Timestamp;
    org_id: number;
    station_type: Type;
    firmware: string;
  };
  swap_days: Counts & { station_name: string; day: CalendarDate; firmware: string; org_id: number; station_type: Type };
  swap_hours: Counts & { station_name: string; hour: Timestamp; firmware: string; org_id: number; station_type: Type };
};
