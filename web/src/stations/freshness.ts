import { agoText } from "../lib/index.ts";
import type { Fleet } from "./fleet.ts";

/** How old what is shown is: refreshed as planned, late by two refreshes, or out of reach for five. */
export type Freshness = { state: "fresh" | "late" | "failed"; text: string };

const LATE_AFTER = 2;
const FAILED_AFTER = 5;

/** The freshness of a fleet at `now` (ms, this computer's clock). */
export function freshnessOf(fleet: Pick<Fleet, "updatedAt" | "missed">, now: number): Freshness {
  const text = `Updated ${agoText(now - fleet.updatedAt)}`;
  const missed = fleet.missed?.count ?? 0;
  if (missed >= FAILED_AFTER) return { state: "failed", text: `${text} · offline` };
  if (missed >= LATE_AFTER) return { state: "late", text: `${text} · retrying` };
  return { state: "fresh", text };
}

/** Whether the list stands under a banner that says why it is old: out of reach for long, or just asked for in vain. */
export function needsBanner({ missed }: Pick<Fleet, "missed">): boolean {
  return missed !== null && (missed.isAsked || missed.count >= FAILED_AFTER);
}
