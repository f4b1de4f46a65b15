import { DAY_MS, HOUR_MS, MINUTE_MS } from "@groundcrew/shared/lib";
import type { CurrentMaintenance, MaintenanceWindow } from "@groundcrew/shared/maintenance";
import { clockText, shortMoment } from "../lib/index.ts";

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
  const isSameDay = new Date(from).toDateString() === new Date(last).toDateString();
  const span = `${dayAndTime(from, now)} to ${isSameDay ? clockText(last) : dayAndTime(last, now)}`;
  if (ended_at === null) return span;
  return `${span}, ${ended_by === null ? "ended at its time" : `ended by ${ended_by}`}`;
}

function dayAndTime(time: string, now: number): string {
  const day = shortMoment(time, now);
  return day === clockText(time) ? day : `${day} ${clockText(time)}`;
}
