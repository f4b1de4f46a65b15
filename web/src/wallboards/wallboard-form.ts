import {
  newWallboard,
  TURN_S,
  WALLBOARD_DAYS,
  wallboardEdit,
  wallboardRenewal,
  type WallPage,
  type Wallboard,
} from "@groundcrew/shared/wallboards";
import { z } from "zod";

/** The names of the pages. */
export const pageLabels: Record<WallPage, string> = { now: "Now", map: "Map", month: "Month" };

/** The form of a wallboard: numbers as text, and a page for each switch. */
export type WallboardValues = {
  name: string;
  stations: string;
  view: string;
  now: boolean;
  map: boolean;
  month: boolean;
  turn_s: string;
  theme: string;
  days: string;
};

export const emptyWallboard: WallboardValues = {
  name: "",
  stations: "all",
  view: "",
  now: true,
  map: true,
  month: true,
  turn_s: String(TURN_S.usual),
  theme: "dark",
  days: String(WALLBOARD_DAYS.usual),
};

/** The values of a wallboard that exists. */
export function wallboardValues({ name, view, pages, turn_s, theme }: Wallboard): WallboardValues {
  return {
    ...emptyWallboard,
    name,
    stations: view === null ? "all" : "view",
    view: view === null ? "" : new URLSearchParams(view).toString(),
    now: pages.includes("now"),
    map: pages.includes("map"),
    month: pages.includes("month"),
    turn_s: String(turn_s),
    theme,
  };
}

const entered = z.object({
  name: z.string(),
  stations: z.string(),
  view: z.string(),
  now: z.boolean(),
  map: z.boolean(),
  month: z.boolean(),
  turn_s: z.string(),
  theme: z.string(),
  days: z.string(),
}) satisfies z.ZodType<WallboardValues>;

function settingsOf({ name, stations, view, turn_s, theme, ...pages }: WallboardValues) {
  const chosen = (["now", "map", "month"] as const).filter((page) => pages[page]);
  const query = stations === "all" ? null : Object.fromEntries(new URLSearchParams(view));
  return { name, view: query, pages: chosen, turn_s: numberOf(turn_s), theme };
}

function numberOf(text: string): number {
  return text.trim() === "" ? Number.NaN : Number(text);
}

/** The form of a new wallboard. */
export const newWallboardForm = entered
  .refine(hasView, { error: "Paste a link with a filter.", path: ["view"] })
  .transform((values): unknown => ({ ...settingsOf(values), days: numberOf(values.days) }))
  .pipe(newWallboard);

/** The form of one that exists. */
export const wallboardForm = entered
  .refine(hasView, { error: "Paste a link with a filter.", path: ["view"] })
  .transform((values): unknown => settingsOf(values))
  .pipe(wallboardEdit.omit({ rev: true }));

function hasView({ stations, view }: WallboardValues): boolean {
  return stations === "all" || view !== "";
}

/** The form that renews a wallboard. */
export const renewalForm = z
  .object({ days: z.string() })
  .transform(({ days }): unknown => ({ days: numberOf(days) }))
  .pipe(wallboardRenewal);
