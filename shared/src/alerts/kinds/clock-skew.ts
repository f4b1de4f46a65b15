import { z } from "zod";
import { SECOND_MS, wholeBetween } from "../../lib/index.ts";
import { defineRuleKind, holds, OVER, UNKNOWN } from "./definition.ts";

/** The part of the limit that it has to be back for the alert to be over. */
const BACK = 0.2;

/** The station's clock differs by more than `seconds` from the server's; over once it is a fifth back. */
export const clockSkew = defineRuleKind({
  label: "Clock off",
  over: "The clock is right again",
  condition: z.strictObject({
    kind: z.literal("clock_skew"),
    seconds: wholeBetween(10, 3_600, " seconds"),
  }),
  text: ({ seconds }) => `The clock of a station is off by more than ${seconds} s`,
  causes: ["offline", "no_reports"],
  station: {
    isReading: true,
    state({ seconds }, { clock_skew_ms: skew }, { before }) {
      if (skew === null) return UNKNOWN;
      const limit = seconds * SECOND_MS * (before === null ? 1 : 1 - BACK);
      if (Math.abs(skew) <= limit) return OVER;
      return holds(`Clock is ${Math.round(Math.abs(skew) / SECOND_MS)} s ${skew > 0 ? "ahead" : "behind"}`);
    },
    input: ({ up, clock_skew_ms }) => up && clock_skew_ms,
    limits: ({ seconds }) => ({ skewMs: seconds * SECOND_MS }),
  },
});
