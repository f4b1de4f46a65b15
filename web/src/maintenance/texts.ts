import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "@groundcrew/shared/lib";
import type { CurrentMaintenance, MaintenanceWindow } from "@groundcrew/shared/maintenance";
import { clockText, countText, dateText, shortMoment, untilText } from "../lib/index.ts";

/** A duration (ms) in whole minutes: `1 h 42 m`, `2 d 3 h`. Less than a minute is one. */
export function durationText(ms: number): string {
  if (ms >= DAY_MS) return joined([Math.floor(ms / DAY_MS), "d"], [Math.floor((ms % DAY_MS) / HOUR_MS), "h"]);
  const minutes = Math.max(1, Math.ceil(ms / MINUTE_MS));
  return joined([Math.floor(minutes / 60), "h"], [minutes % 60, "m"]);
}

function joined(...parts: [count: number, unit: string][]): string {
  return parts
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count} ${unit}`)
    .join(" ");
}

/** How much of a maintenance has passed, in percent. */
export function passedPercent({ from, until }: Pick<CurrentMaintenance, "from" | "until">, now: number): number {
  const [start, end] = [Date.parse(from), Date.parse(until)];
  return Math.min(100, Math.max(0, ((now - start) / (end - start)) * 100));
}

/** Whether a maintenance has ended, is under way, or is planned. */
export function maintenancePhase({ from, ended_at }: MaintenanceWindow, now: number): "now" | "planned" | "past" {
  if (ended_at !== null) return "past";
  return Date.parse(from) > now ? "planned" : "now";
}

/** When a maintenance was or will be, and how it ended: `Nov 4 10:02 to 11:47, ended by Lee Tran`. */
export function periodText(window: MaintenanceWindow, now: number): string {
  const { from, until, ended_at, ended_by } = window;
  const last = ended_at ?? until;
  if (ended_at !== null && Date.parse(ended_at) <= Date.parse(from)) {
    return `${dayAndTime(from, now)}, canceled${ended_by === null ? "" : ` by ${ended_by}`}`;
  }
  const isSameDay = dateText(from) === dateText(last);
  const span = `${dayAndTime(from, now)} to ${isSameDay ? clockText(last) : dayAndTime(last, now)}`;
  if (ended_at === null) return span;
  return `${span}, ${ended_by === null ? "ended at its time" : `ended by ${ended_by}`}`;
}

type Effect = {
  /** How many stations. */
  count: number;
  /** When maintenance begins (ms); null for now. */
  from: number | null;
  /** When it ends (ms); null while that is not known. */
  until: number | null;
  /** The active alerts of the only station. */
  alerts: readonly { title: string }[];
  now: number;
};

/** The effects of maintenance. */
export function effectText({ count, from, until, alerts, now }: Effect): string {
  const start = from === null ? "" : `From ${untilText(from, now)} `;
  const end = until === null ? "" : `${from === null ? "Until" : "until"} ${untilText(until, now)} `;
  const when = start === "" && end === "" ? "During maintenance " : `${start}${end}`;
  const who = count === 1 ? "this station causes no alerts." : `these ${count} stations cause no alerts.`;
  return [
    `${when}${who} Everything is still recorded.`,
    suppressedText(count, alerts),
    "Maintenance ends by itself; what is still wrong five minutes later is reported.",
  ]
    .filter(Boolean)
    .join(" ");
}

/** The remaining problems of a station whose maintenance ends. */
export function stillWrongText(alerts: Effect["alerts"]): string {
  const titles = alerts.map(({ title }) => title).join(", ");
  return `Still wrong: ${titles}. Reported five minutes after the end, unless it is over by then.`;
}

/** How often and how long a station was offline. */
export function offlineText({ offline_times, offline_s }: { offline_times: number; offline_s: number }): string {
  if (offline_times === 0) return "Never";
  const times = offline_times === 1 ? "Once" : `${offline_times} times`;
  return `${times}, ${durationText(offline_s * SECOND_MS)}${offline_times === 1 ? "" : " in all"}`;
}

function suppressedText(count: number, alerts: Effect["alerts"]): string {
  if (count !== 1) return "Their active alerts are suppressed.";
  if (alerts.length === 0) return "";
  const titles = alerts.map(({ title }) => title).join(", ");
  return `${countText(alerts.length, "active alert")} (${titles}) ${alerts.length === 1 ? "is" : "are"} suppressed.`;
}

/** A time of day, with its day unless that is today. */
function dayAndTime(time: string, now: number): string {
  const day = shortMoment(time, now);
  return day === clockText(time) ? day : `${day} ${clockText(time)}`;
}
