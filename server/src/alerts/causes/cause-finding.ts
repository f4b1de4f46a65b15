import { severalKinds, type SeveralKind } from "@groundcrew/shared/alerts";
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
  const { why } = severalKinds[kind];
  const detail = severalKinds[kind].detail(stations, all);
  return firing({
    rule,
    about: { kind, subject, orgId, site, members },
    content: { severity: "urgent", since, title, detail, why, stations },
  });
}
