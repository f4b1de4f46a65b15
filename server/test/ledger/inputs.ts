import type { Condition, Severity } from "@groundcrew/shared/alerts";
import type { Receiver } from "./receivers.ts";

/** A station as it is, with what it has been: readings, owners (sides), and spans in which it said nothing or was not watched. */
export type Station = {
  name: string;
  place: string;
  side: number;
  fahrenheit: number;
  celsius: number;
  failed: boolean;
  online: boolean;
  backAt: number | null;
  inService: boolean;
  window: { id: number; rev: number; until: number } | null;
  heat: { until: number; fahrenheit: number; swing: number } | null;
  readings: { at: number; fahrenheit: number }[];
  owners: { at: number; side: number }[];
  /** When anything but its temperature changed what may be said of it, and whether it was online and in service from then on. */
  changes: { at: number; isUp: boolean }[];
  /** All serial numbers that it has had. */
  serials: string[];
  /** How often it is still to lose its link for a moment. */
  flaps: number;
  maintenance: { from: number; until: number }[];
};

/** What people entered about a rule from a time on. */
export type Version = {
  at: number;
  condition: Condition;
  severity: Severity;
  enabled: boolean;
  name: string;
  channels: readonly Channel[];
  boss: Channel | null;
  stepMinutes: number;
  /** Alerts that one message contains. */
  grouped: "alert" | "site" | "organization" | "hour";
};
export type Rule = { id: number; rev: number; slot: number; side: number; versions: Version[]; deleted: number | null };
export type Channel = {
  id: number;
  rev: number;
  receiver: Receiver;
  /** When it did not take what was sent, or was paused. */
  troubles: { from: number; until: number | null; isPause: boolean }[];
  deleted: number | null;
};
/** What a person of a side did about an alert of stations. */
export type Act = {
  side: number;
  alert: number;
  what: "muted" | "acknowledged";
  at: number;
  until: number;
  station: string | null;
};
