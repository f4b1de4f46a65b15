import { z } from "zod";
import { countText, wholeNumber } from "../../lib/index.ts";
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
  /** Why several stations are one alert. */
  why: string;
  /** More about `count` stations, of `all` that were reporting or are at the site. */
  detail(count: number, all: number): string;
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
    why: "More than 30 % of the stations that were reporting, at several sites, went silent within 2 minutes. While this is active, support staff are not notified that these stations are offline. Customers are.",
    detail: (count, all) => `No data from ${wholeNumber(count)} of ${countText(all, "station")}`,
  },
  site_outage: {
    label: "Site outage",
    over: "A station of the site is online again",
    causes: ["no_reports"],
    parts: "offline",
    isOfSite: true,
    isUrgent: true,
    why: "No station of this site is online, and these went silent within 2 minutes. While this is active, nobody is notified that they are offline.",
    detail: (count, all) => `${countOf(count, all)} ${count === 1 ? "is" : "are"} offline`,
  },
  site_not_ready: {
    label: "Several not ready",
    over: "Ready again",
    causes: ["site_outage", "no_reports"],
    parts: "not_ready",
    isOfSite: true,
    isUrgent: false,
    why: "At least 3 stations of this site have had the same reason within 10 minutes. While this is active, nobody is notified of each of them.",
    detail: (count, all) =>
      count >= all && count > 1 ? countOf(count, all) : `${wholeNumber(count)} of ${countText(all, "station")}`,
  },
};

function countOf(count: number, all: number): string {
  const stations = countText(count, "station");
  return count > 1 && count >= all ? `All ${stations}` : stations;
}

/** Kinds of alerts that are neither those of rules nor about several stations: rejected connections, and what Alertmanager sends. */
export const senderKinds = {
  rejected_station: { label: "Rejected connection", over: "Its connections are accepted again", isForStaff: true },
  external: { label: "Alertmanager", over: "Resolved by Alertmanager", isForStaff: true },
} satisfies Record<string, AlertKindDefinition>;
