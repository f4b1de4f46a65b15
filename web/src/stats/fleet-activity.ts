import { countText } from "@groundcrew/shared/lib";
import type { ActivityRow } from "@groundcrew/shared/stats";
import { momentText, wholeNumber } from "../lib/index.ts";

/** A fleet's activity as columns of the chart: times in seconds, swaps in each step, and stations online at its end. */
export type FleetColumns = { times: number[]; activity: number[]; online: number[] };

export function fleetColumns(rows: readonly ActivityRow[]): FleetColumns {
  return {
    times: rows.map(([time]) => time),
    activity: rows.map(([, activity]) => activity),
    online: rows.map(([, , online]) => online),
  };
}

/** The texts of one point; dashes where there is none. */
export function fleetPoint({ times, activity, online }: FleetColumns, index: number) {
  const time = times[index];
  if (time === undefined) return { time: "–", activity: "–", online: "–" };
  return {
    time: momentText(time * 1_000),
    activity: wholeNumber(activity[index] ?? 0),
    online: wholeNumber(online[index] ?? 0),
  };
}

/** The chart as a sentence for screen readers. */
export function fleetSentence({ times, activity, online }: FleetColumns): string {
  const swaps = activity.reduce((sum, count) => sum + count, 0);
  const from = momentText((times[0] ?? 0) * 1_000);
  const to = momentText((times.at(-1) ?? 0) * 1_000);
  const max = countText(Math.max(0, ...online), "station");
  return `From ${from} to ${to}: ${countText(swaps, "swap")}, at most ${max} online, ${wholeNumber(online.at(-1) ?? 0)} at the end.`;
}
