import type { Site } from "@groundcrew/shared/stations";
import { countText, wholeNumber } from "@groundcrew/shared/lib";
import type { Finding } from "../life/finding.ts";

type OutageStation = { up: boolean; orgId: number; inMaintenance: boolean };

/** The facts that are needed to recognize an outage. `lastOnline` is in ms, null for a station that was never online. */
export type OutageFacts = {
  /** Undefined for a station that is not in service. */
  find: (station: string) => OutageStation | undefined;
  lastOnline: (station: string) => number | null;
  siteOf: (station: string) => Site | undefined;
  /** Rules that are firing for a station because it is offline, as stored. */
  rulesOffline: (station: string) => readonly number[];
  /** Support staff's rules about stations that are offline. */
  supportRules: () => readonly number[];
  product: string;
};

/** The common cause of what is wrong with several stations. Times are in ms. */
export type Cause = {
  kind: "no_reports" | "site_outage" | "site_not_ready";
  subject: string;
  /** Null for a cause that concerns several organizations. */
  orgId: number | null;
  title: string;
  place: string | null;
  since: number;
  /** When the time began in which its members had to be affected, and when more stations last confirmed it. */
  from: number;
  confirmed: number;
  /** The stations that it explains, with the organization of each. */
  members: Map<string, number>;
  /** Members that are not in maintenance. */
  active: readonly string[];
  /** The number of stations at the site when it began. */
  atSite: number;
  /** Rules that are firing for it, as stored. */
  rules: Set<number>;
  /** The stored members as a text; null if they are not known. */
  reported: string | null;
  /** A station that it explained, or for an outage another one of its site, is online or ready. */
  isRefuted: boolean;
};

/** The finding of a rule that a cause is active. `shown` are its stations, of `all` stations that were reporting or are at the site. */
export function causeFinding(
  { kind, subject, orgId, title, place, since }: Cause,
  { rule, shown, all }: { rule: number; shown: readonly string[]; all: number },
): Finding {
  const count = shown.length;
  return {
    type: "firing",
    rule,
    about: { kind, subject, station: null, orgId, site: place, members: shown },
    content: {
      severity: "urgent",
      since,
      level: 1,
      title,
      plain: title,
      ...TEXTS[kind](count, all),
      stations: count,
    },
  };
}

const TEXTS = { no_reports: serverTexts, site_outage: siteTexts, site_not_ready: notReadyTexts };

function serverTexts(count: number, all: number): { detail: string; why: string } {
  return {
    detail: `No data from ${wholeNumber(count)} of ${countText(all, "station")}`,
    why: "More than 30 % of the stations that were reporting, at several sites, went silent within 2 minutes. While this is active, support staff are not notified that these stations are offline. Customers are.",
  };
}

function siteTexts(count: number, all: number): { detail: string; why: string } {
  const isAll = count > 1 && count >= all;
  return {
    detail: `${isAll ? `All ${countText(count, "station")}` : countText(count, "station")} ${count === 1 ? "is" : "are"} offline`,
    why: "No station of this site is online, and these went silent within 2 minutes. While this is active, nobody is notified that they are offline.",
  };
}

function notReadyTexts(count: number, all: number): { detail: string; why: string } {
  return {
    detail:
      count >= all && count > 1
        ? `All ${countText(count, "station")}`
        : `${wholeNumber(count)} of ${countText(all, "station")}`,
    why: "At least 3 stations of this site have had the same reason within 10 minutes. While this is active, nobody is notified of each of them.",
  };
}
