import type { SessionUser } from "@groundcrew/shared/sessions";
import { defaultSsotViewSettings, viewSettingsFromQuery, viewSettingsToQuery } from "@groundcrew/shared/stations";

/** Pages of the SSoT area in their order, by their path below `/ssot/`. */
export type SsotPlace = "" | "hw-variation" | "replaceables" | "swaps";

/** The pages of the SSoT area that a user may see. */
export function ssotPlaces({ can_admin }: Pick<SessionUser, "can_admin">): SsotPlace[] {
  return can_admin ? ["", "hw-variation", "replaceables", "swaps"] : ["", "hw-variation"];
}

/** The page that a path below `/ssot/` leads to; null when there is none, or when it is not for this user. */
export function ssotPlace(path: string, user: Pick<SessionUser, "can_admin">): SsotPlace | null {
  const name = path.replace(/\/+$/, "");
  return ssotPlaces(user).find((place) => place === name) ?? null;
}

/** What the address of an SSoT page may hold: how stations are chosen, and how the config table is looked at. */
export function ssotQuery(query: Readonly<Record<string, unknown>>): Record<string, string> {
  const table = Object.entries(query).filter(([key]) => key.startsWith("ssot-") || key.startsWith("config-"));
  return {
    ...viewSettingsToQuery(ssotSettings(query), defaultSsotViewSettings),
    ...Object.fromEntries(table.map(([key, value]) => [key, String(value)])),
  };
}

/** How an address chooses stations. There is always a type: each has other columns. */
export function ssotSettings(query: Readonly<Record<string, unknown>>) {
  const settings = viewSettingsFromQuery(query, defaultSsotViewSettings);
  return { ...settings, stationType: settings.stationType ?? defaultSsotViewSettings.stationType };
}
