import type { Endpoint } from "@groundcrew/shared/contract";
import { isIncident, type SupportLogStatus } from "@groundcrew/shared/support-log";

/** What the whole API should show, kept in memory. Ids are those that the server has given. */
export type State = {
  /** Of the two customers. */
  orgs: number[];
  /** All that the world has made, with those. */
  orgNames: string[];
  people: Person[];
  invited: { email: string; org: number }[];
  keys: Key[];
  stations: Station[];
  entries: Entry[];
  errors: StationFault[];
  windows: Window[];
};

export type Person = {
  email: string;
  /** Null for the provider's. */
  org: number | null;
  isManager: boolean;
  isAdmin: boolean;
  isDeleted: boolean;
};
type Key = { name: string; secret: string; org: number; isRevoked: boolean };
type Revision = { notes: string; created: string; author: string };
export type Station = {
  name: string;
  serial: string;
  org: number;
  description: string;
  isRetired: boolean;
  /** The tag of the last edit; that of none before the first. */
  edited: string;
  /** Newest first. */
  ssot: Revision[];
};
type Entry = {
  id: number;
  station: string;
  parent: number | null;
  status: SupportLogStatus;
  content: string;
  isPublic: boolean;
  author: string;
};
export type StationFault = {
  id: number;
  station: string;
  message: string;
  solution: string | null;
  entry: number | null;
};
export type Window = {
  id: number;
  station: string;
  /** The customer that the station belonged to then. Only it and the provider see the maintenance. */
  org: number;
  /** 0 is now, others are days ahead. */
  day: number;
  by: Person;
  rev: number;
  isEnded: boolean;
};

/** Who makes a call: nobody, a person, or a program with a key. */
export type Caller = { kind: "nobody" } | { kind: "person"; person: Person } | { kind: "key"; key: Key };

/** The status with which a call is refused whatever it is about; null when the caller may make it. */
export function refusal(caller: Caller, { access, keyScope = null }: Pick<Endpoint, "access" | "keyScope">) {
  switch (caller.kind) {
    case "nobody":
      return 401;
    case "key":
      if (caller.key.isRevoked) return 401;
      return keyScope === "read_fleet" || keyScope === "read_errors" ? null : 403;
    case "person": {
      const { isDeleted, isManager, isAdmin } = caller.person;
      if (isDeleted) return 401;
      const may = access === "user" || (access === "manager" && isManager) || (access === "admin" && isAdmin);
      return may ? null : 403;
    }
  }
}

/** Whether a caller sees the stations of a customer: those of the provider see all. */
export function seesOrg(caller: Caller, org: number): boolean {
  if (caller.kind === "nobody") return false;
  if (caller.kind === "key") return caller.key.org === org;
  return caller.person.org === null || caller.person.org === org;
}

/** Whether the users and keys of a customer exist for a person: for those of it, and for admins. */
export function administers(caller: Caller, org: number): boolean {
  return caller.kind === "person" && (caller.person.org === org || caller.person.isAdmin);
}

export function isAdmin(caller: Caller): boolean {
  return caller.kind === "person" && caller.person.isAdmin;
}

/** The maintenance that a station is in now. */
export function currentWindow({ windows }: State, station: string): Window | undefined {
  return windows.find((window) => window.station === station && window.day === 0 && !window.isEnded);
}

/** Errors that are neither resolved nor attached. */
export function openErrors({ errors }: State, message: string): StationFault[] {
  return errors.filter((error) => error.message === message && error.solution === null && error.entry === null);
}

/** Open incidents of a station by status, as its row counts them. */
export function countedIncidents({ entries }: State, station: string): Record<string, number> {
  const counted = ["incident_needs_action", "incident_pending", "incident_pending_urgent"];
  const count = (status: string) =>
    entries.filter((entry) => entry.station === station && entry.status === status && isIncident(entry.status)).length;
  return Object.fromEntries(counted.map((status) => [status, count(status)]));
}
