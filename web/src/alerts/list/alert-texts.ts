import type { Alert } from "@groundcrew/shared/alerts";
import type { Brand } from "@groundcrew/shared/brand";
import { DAY_MS, shortAge } from "@groundcrew/shared/lib";
import type { SessionUser } from "@groundcrew/shared/sessions";
import { countText, shownText } from "../../lib/index.ts";

/** True if a user is support staff, who see the alerts of every organization. */
export function isStaff({ organization }: SessionUser, { provider }: Pick<Brand, "provider">): boolean {
  return organization === provider;
}

/** The second line of a row: where, more about it, and who has it on the other side. */
export function aboutText(
  alert: Alert,
  { showsOrganization, now }: { showsOrganization: boolean; now: number },
): string {
  const { kind, station_title, organization, site, detail } = alert;
  return [
    station_title,
    showsOrganization ? organization : null,
    // The title of an outage names its site.
    kind === "site_outage" ? null : site,
    shownText(detail),
    otherSideText(alert, now),
  ]
    .filter((text) => text !== null && text !== "")
    .join(" · ");
}

/** The owner of an alert on the other side: a customer, or support staff. */
export function otherSideText({ other_owner }: Alert, now: number): string | null {
  if (other_owner === null) return null;
  const { owner, since, acknowledged } = other_owner;
  return `${acknowledged ? "Acknowledged by" : "Assigned to"} ${owner}, ${shortAge(now - Date.parse(since))}`;
}

/** Identifies an alert in a sentence: `104°F inside, limit 100°F, Atlas 0031`. */
export function alertName({ title, station_title }: Pick<Alert, "title" | "station_title">): string {
  const shown = shownText(title);
  return station_title === null ? shown : `${shown}, ${station_title}`;
}

/** True if an alert needs a person now, so that it is prominent. */
export function isLoud({ section, muted, owner, ended }: Alert): boolean {
  return section === "open" && ended === null && muted === null && (owner === null || owner.acknowledged_at === null);
}

/** True if an alert began within the last 24 hours, so that it is marked as new. */
export function isNew({ since, ended, section }: Pick<Alert, "since" | "ended" | "section">, now: number): boolean {
  return ended === null && section !== "calm" && now - Date.parse(since) < DAY_MS;
}

/** The heading above the stations of an alert: `4 stations, 3 more alerts grouped into it`. */
export function partsHeading(stations: number, children: number): string {
  const count = countText(stations, "station");
  return children === 0 ? count : `${count}, ${countText(children, "more alert")} grouped into it`;
}
