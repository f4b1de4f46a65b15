import type { ActivityRow } from "@groundcrew/shared/stats";
import { momentText, wholeNumber } from "../lib/index.ts";

/** The activity of a fleet as its chart takes it: times in seconds, swaps in each step, and stations online at its end. */
export type FleetColumns = { times: number[]; activity: number[]; online: number[] };

export function fleetColumns(rows: readonly ActivityRow[]): FleetColumns {
  return {
    times: rows.map(([time]) => time),
    activity: rows.map(([, activity]) => activity),
    online: rows.map(([, , online]) => online),
  };
}

/** What one point says; dashes where there is none. */
export function fleetPoint({ times, activity, online }: FleetColumns, index: number) {
  const time = times[index];
  if (time === undefined) return { time: "–", activity: "–", online: "–" };
  return {
    time: momentText(time * 1_000),
    activity: wholeNumber(activity[index] ?? 0),
    online: wholeNumber(online[index] ?? 0),
  };
}

/** The whole chart in a sentence, for who cannot see it. */
export function fleetSentence({ times, activity, online }: FleetColumns): string {
  const swaps = activity.reduce((sum, count) => sum + count, 0);
  const from = momentText((times[0] ?? 0) * 1_000);
  const to = momentText((times.at(-1) ?? 0) * 1_000);
  const most = wholeNumber(Math.max(0, ...online));
  return `From ${from} to ${to}: ${wholeNumber(swaps)} swaps, at most ${most} stations online, ${wholeNumber(online.at(-1) ?? 0)} at the end.`;
}
