import { DAY_MS } from "@groundcrew/shared/lib";

/** The first and the last day of a range; empty for none. */
export type DayRange = { from: string; to: string };

/** Why two days are no range of at most `most` days; null if they are one. */
export function rangeProblem({ from, to }: DayRange, most: number): string | null {
  if (from === "" || to === "") return "Enter both days.";
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  if (days < 1) return "The last day is before the first one.";
  return days > most ? `Choose at most ${most} days.` : null;
}
