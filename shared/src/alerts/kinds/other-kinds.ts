import { z } from "zod";
import type { AlertKindDefinition } from "./definition.ts";

/**
 * Kinds of alerts about several stations, by which alerts about one of them are explained: many stop reporting to the server at once; all of a
 * site are offline; several of a site are not ready for the same reason.
 */
export const severalKind = z.enum(["no_reports", "site_outage", "site_not_ready"]);
export type SeveralKind = z.output<typeof severalKind>;

/** A kind of alerts about several stations. */
type SeveralDefinition = AlertKindDefinition & {
  /** The kind of rules that match it. Its alerts about one of the stations are parts of it. */
  parts: "offline" | "not_ready";
  /** Its stations are those of a site. The others are about the server itself: all staff see them, and they come first. */
  isOfSite: boolean;
  /** It is urgent, whatever the severity of the rules. */
  isUrgent: boolean;
};

/** Kinds of alerts about several stations, which the server recognizes by those about one. */
export const severalKinds: Record<SeveralKind, SeveralDefinition> = {
  no_reports: {
    label: "Stations not reporting",
    over: "Stations report again",
    isForStaff: true,
    parts: "offline",
    isOfSite: false,
    isUrgent: true,
  },
  site_outage: {
    label: "Site outage",
    over: "A station of the site is online again",
    causes: ["no_reports"],
    parts: "offline",
    isOfSite: true,
    isUrgent: true,
  },
  site_not_ready: {
    label: "Several not ready",
    over: "Ready again",
    causes: ["site_outage", "no_reports"],
    parts: "not_ready",
    isOfSite: true,
    isUrgent: false,
  },
};

/** Kinds of alerts that are neither those of rules nor about several stations: rejected connections, and what Alertmanager sends. */
export const senderKinds = {
  rejected_station: { label: "Rejected connection", over: "Its connections are accepted again", isForStaff: true },
  external: { label: "Alertmanager", over: "Resolved by Alertmanager", isForStaff: true },
} satisfies Record<string, AlertKindDefinition>;
