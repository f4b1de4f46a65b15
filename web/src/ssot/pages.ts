import type { SessionUser } from "@groundcrew/shared/sessions";
import { defaultSsotViewSettings, viewSettingsFromQuery, viewSettingsToQuery } from "@groundcrew/shared/stations";

/** The pages of the SSoT area in order, by their path below `/ssot/`. */
export type SsotPageName = "" | "hw-variation" | "replaceables" | "swaps";

/** The pages of the SSoT area that a user may see. */
export function ssotPages({ can_admin }: Pick<SessionUser, "can_admin">): SsotPageName[] {
  return can_admin ? ["", "hw-variation", "replaceables", "swaps"] : ["", "hw-variation"];
}

/** The query of an SSoT page: which stations are selected, and the settings of the config table. */
export function ssotQuery(query: Readonly<Record<string, unknown>>): Record<string, string> {
  const table = Object.entries(query).filter(([key]) => key.startsWith("ssot-") || key.startsWith("config-"));
  return {
    ...viewSettingsToQuery(ssotSettings(query), defaultSsotViewSettings),
    ...Object.fromEntries(table.map(([key, value]) => [key, String(value)])),
  };
}

/** The station selection in an address. It always has a station type, because each type has different columns. */
export function ssotSettings(query: Readonly<Record<string, unknown>>) {
  const settings = viewSettingsFromQuery(query, defaultSsotViewSettings);
  return { ...settings, stationType: settings.stationType ?? defaultSsotViewSettings.stationType };
}
