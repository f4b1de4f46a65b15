import { DAY_MS, type Timestamp } from "@groundcrew/shared/lib";
import { utcText } from "../lib/index.ts";

/** When (ms) a channel that is paused at `now` is looked at again, and why not before. Resuming it does so at once. */
export function pauseEnd(until: Timestamp | null, now: number): { until: number; why: string } {
  if (until === null)
    return { until: now + DAY_MS, why: "The channel is paused. This is sent when someone resumes it." };
  const end = Date.parse(until);
  return { until: end, why: `The channel is paused until ${utcText(new Date(end))}.` };
}
