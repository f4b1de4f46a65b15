import { z } from "zod";
import { viewQuery } from "../alerts/index.ts";
import { idOf, lineOf, timestamp, wholeBetween } from "../lib/index.ts";

/** The number of a wallboard. */
export const wallboardId = idOf("There is no such wallboard.");
/** The most wallboards of an organization. */
export const WALLBOARDS_MAX = 20;
/** How many days a wallboard can be shown until it has to be renewed. */
export const WALLBOARD_DAYS = { usual: 90, max: 365 } as const;
/** For how many seconds each page is shown. */
export const TURN_S = { usual: 30, min: 10, max: 120 } as const;

/** The pages of a wallboard, in the order in which they are shown: the readiness now, where the stations are, and a month's availability. */
export const wallPage = z.enum(["now", "map", "month"]);
export type WallPage = z.output<typeof wallPage>;

const wallTheme = z.enum(["dark", "light"]);

const wallPages = z
  .array(wallPage)
  .min(1, "Choose at least one page.")
  .refine((pages) => new Set(pages).size === pages.length, "Choose each page once.");

/** The settings that managers choose. `view` has the stations, as an alert rule's view of the list does; null for all of the organization. */
const wallboardSettings = {
  name: lineOf(60, "Enter a name."),
  view: viewQuery.nullable(),
  pages: wallPages,
  turn_s: wholeBetween(TURN_S.min, TURN_S.max, " seconds"),
  theme: wallTheme,
};

const wallboardDays = wholeBetween(1, WALLBOARD_DAYS.max, " days");

/**
 * A wallboard: a page for a screen on the wall, which shows the readiness of an organization's stations to everyone who has its link. It `ends`
 * unless it is renewed. `rev` changes with each change. `last_used` is exact to a minute; it and the address are null until it is first opened.
 */
export const wallboard = z.object({
  id: wallboardId,
  ...wallboardSettings,
  rev: z.int(),
  created: timestamp,
  ends: timestamp,
  last_used: timestamp.nullable(),
  last_address: z.string().nullable(),
});
export type Wallboard = z.output<typeof wallboard>;

/** A new wallboard, which ends after some days. */
export const newWallboard = z.strictObject({ ...wallboardSettings, days: wallboardDays });
export type NewWallboard = z.output<typeof newWallboard>;

/** Settings that replace those of a wallboard. `rev` is the revision that the caller has seen. */
export const wallboardEdit = z.strictObject({ ...wallboardSettings, rev: z.int() });
export type WallboardEdit = z.output<typeof wallboardEdit>;

/** After how many days a wallboard ends. */
export const wallboardRenewal = z.strictObject({ days: wallboardDays });
