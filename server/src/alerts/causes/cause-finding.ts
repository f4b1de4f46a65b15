import type { SeveralKind } from "@groundcrew/shared/alerts";
import { countText, wholeNumber } from "@groundcrew/shared/lib";
import type { Site } from "@groundcrew/shared/stations";
import { firing, type Finding } from "../life/finding.ts";

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
  kind: SeveralKind;
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
  { kind, subject, orgId, title, place: site, since }: Cause,
  { rule, shown: members, all }: { rule: number; shown: readonly string[]; all: number },
): Finding {
  const stations = members.length;
  const { why, detail } = TEXTS[kind];
  return firing({
    rule,
    about: { kind, subject, orgId, site, members },
    content: { severity: "urgent", since, title, detail: detail(stations, all), why, stations },
  });
}

/** Says why several stations are one alert, and more about `count` of them, of `all` that were reporting or are at the site. */
const TEXTS: Record<SeveralKind, { why: string; detail: (count: number, all: number) => string }> = {
  no_reports: {
    why: "More than 30 % of the stations that were reporting, at several sites, went silent within 2 minutes. While this is active, support staff are not notified that these stations are offline. Customers are.",
    detail: (count, all) => `No data from ${wholeNumber(count)} of ${countText(all, "station")}`,
  },
  site_outage: {
    why: "No station of this site is online, and these went silent within 2 minutes. While this is active, nobody is notified that they are offline.",
    detail: (count, all) => `${countOf(count, all)} ${count === 1 ? "is" : "are"} offline`,
  },
  site_not_ready: {
    why: "At least 3 stations of this site have had the same reason within 10 minutes. While this is active, nobody is notified of each of them.",
    detail: (count, all) =>
      count >= all && count > 1 ? countOf(count, all) : `${wholeNumber(count)} of ${countText(all, "station")}`,
  },
};

function countOf(count: number, all: number): string {
  const stations = countText(count, "station");
  return count > 1 && count >= all ? `All ${stations}` : stations;
}
