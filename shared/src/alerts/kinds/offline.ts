import { z } from "zod";
import { wholeMinutes } from "../../lib/index.ts";
import { defineRuleKind, holds, minutesText, OVER, UNKNOWN } from "./definition.ts";

/** The station's link is down for longer than `minutes`, from the loss of the link, or from the last message where it just fell silent. */
export const offline = defineRuleKind({
  label: "Station offline",
  over: "Online again",
  condition: z.strictObject({ kind: z.literal("offline"), minutes: wholeMinutes(1, 10_080) }),
  text: ({ minutes }) => `Offline for more than ${minutesText(minutes)}`,
  heldMinutes: ({ minutes }) => minutes,
  causes: ["site_outage", "no_reports"],
  station: {
    /** A station that was never online is not offline: it has not been installed yet. */
    state(_, { up, last_online }) {
      if (up) return OVER;
      return last_online === null ? UNKNOWN : holds("Offline", { since: last_online });
    },
    input: ({ up, last_online }) => up || last_online,
  },
});
