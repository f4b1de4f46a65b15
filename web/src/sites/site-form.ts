import { newSite, SITE_RADIUS_M, siteEdit, type NewSite, type SiteRecord } from "@groundcrew/shared/sites";
import { z } from "zod";

/** The form of a site, as text. Without `org_id` it is of the person's organization. */
export type SiteValues = Record<
  "org_id" | "name" | "place" | "lat" | "lng" | "radius_m" | "time_zone" | "note",
  string
>;

export const emptySite: SiteValues = {
  org_id: "",
  name: "",
  place: "",
  lat: "",
  lng: "",
  radius_m: String(SITE_RADIUS_M.usual),
  time_zone: "",
  note: "",
};

/** The values of a site. */
export function siteValues(site: Omit<SiteRecord | NewSite, "stations">): SiteValues {
  const { org_id, name, place, lat, lng, radius_m, time_zone, note } = site;
  const text = (value: number | null | undefined) => (value === null || value === undefined ? "" : String(value));
  return {
    org_id: text(org_id),
    name,
    place,
    lat: text(lat),
    lng: text(lng),
    radius_m: text(radius_m),
    time_zone: time_zone ?? "",
    note,
  };
}

const entered = z.object({
  org_id: z.string(),
  name: z.string(),
  place: z.string(),
  lat: z.string(),
  lng: z.string(),
  radius_m: z.string(),
  time_zone: z.string(),
  note: z.string(),
}) satisfies z.ZodType<SiteValues>;

function fieldsOf({ name, place, lat, lng, radius_m, time_zone, note }: SiteValues) {
  const numbers = { lat: numberOf(lat), lng: numberOf(lng), radius_m: Number(radius_m.trim() || Number.NaN) };
  return { name, place, ...numbers, time_zone: time_zone === "" ? null : time_zone, note };
}

/** A minus sign may be one of text. */
function numberOf(text: string): number | null {
  return text.trim() === "" ? null : Number(text.trim().replace("−", "-"));
}

/** The form of a new site, which these stations get. */
export function newSiteForm(stations: readonly string[]) {
  return entered
    .transform((values): unknown => ({
      ...fieldsOf(values),
      ...(values.org_id !== "" && { org_id: Number(values.org_id) }),
      stations,
    }))
    .pipe(newSite);
}

/** The form of one that exists; its revision is added when it is saved. */
export const siteEditForm = entered.transform((values): unknown => ({ ...fieldsOf(values), rev: 0 })).pipe(siteEdit);
