import { clockText, momentText } from "../lib/index.ts";

/** When an image was received: `Updated 14:07`, with the date if it was not today. Both times are in ms. */
export function updatedText(at: number, now: number): string {
  const isToday = new Date(at).toDateString() === new Date(now).toDateString();
  return `Updated ${isToday ? clockText(at) : momentText(at)}`;
}
