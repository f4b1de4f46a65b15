import { clockText, momentText } from "../lib/index.ts";

/** `Updated 14:07`, with the day when that is not today. Both in ms. */
export function updatedText(at: number, now: number): string {
  const isToday = new Date(at).toDateString() === new Date(now).toDateString();
  return `Updated ${isToday ? clockText(at) : momentText(at)}`;
}
