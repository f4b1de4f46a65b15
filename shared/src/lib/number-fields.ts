import { z } from "zod";

/** A number between two limits. `what` is its unit. */
export function between(from: number, to: number, what: string) {
  const sentence = `Enter ${limitText(from)} to ${limitText(to)}${what}.`;
  return z.number(sentence).min(from, sentence).max(to, sentence);
}

export function wholeBetween(from: number, to: number, what: string) {
  return between(from, to, what).int(`Enter whole ${what.trim()}: ${limitText(from)} to ${limitText(to)}.`);
}

/** Minutes between two limits, without a fraction. */
export function wholeMinutes(from: number, to: number) {
  return wholeBetween(from, to, " minutes");
}

function limitText(limit: number): string {
  return limit.toLocaleString("en-US").replace("-", "−");
}
