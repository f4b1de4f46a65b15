import { SECOND_MS } from "@groundcrew/shared/lib";
import { agoText, logMoment, clockText, countText } from "../../lib/index.ts";
import type { LiveDetails, LiveState } from "../../data/live/index.ts";

/** The server's time (ms) of a moment on the page. */
type ToServer = (pageMs: number) => number;

export function stateText(state: LiveState, toServer: ToServer): string {
  switch (state.kind) {
    case "live":
      return `Live since ${clockText(toServer(state.sinceMs))}`;
    case "reconnecting":
      return `Reconnecting since ${logMoment(toServer(state.sinceMs))}`;
    case "out of reach":
      return `Out of reach since ${logMoment(toServer(state.sinceMs))}`;
    case "unavailable":
      return `The server has not reached its database since ${logMoment(toServer(state.sinceMs))}`;
    case "polling":
      return "Refreshed every 60 s";
    case "off":
      return "Off, refreshed every 60 s";
    case "starting":
      return "Connecting";
  }
}

export function breaksText({ breaks }: LiveDetails, toServer: ToServer): string {
  const last = breaks.at(-1);
  if (!last) return "No breaks";
  const lostMs = breaks.reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs, 0);
  const seconds = `${Math.round(lostMs / SECOND_MS)} s`;
  return breaks.length === 1
    ? `1 break, ${seconds} at ${clockText(toServer(last.fromMs))}`
    : `${countText(breaks.length, "break")}, ${seconds} in all, the last at ${clockText(toServer(last.fromMs))}`;
}

export function lastMinuteText({ changes, stations }: LiveDetails): string {
  return changes === 0 ? "No changes" : `${countText(changes, "change")} in ${countText(stations, "station")}`;
}

export function lastChangeText({ lastChangeMs }: LiveDetails, nowMs: number): string {
  if (lastChangeMs === null) return "None yet";
  const ageMs = nowMs - lastChangeMs;
  return ageMs < 10 * SECOND_MS ? `${(Math.max(0, ageMs) / SECOND_MS).toFixed(1)} s ago` : agoText(ageMs);
}

export function delayText({ delayMs }: LiveDetails): string {
  if (delayMs === null) return "Not known yet";
  return delayMs < 10 ? "Less than 10 ms" : `${Math.round(delayMs)} ms`;
}
