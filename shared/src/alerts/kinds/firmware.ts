import { z } from "zod";
import { compareVersions, lineOf } from "../../lib/index.ts";
import { defineRuleKind, holds, OVER, UNKNOWN } from "./definition.ts";

/** The station's firmware is older than a version. */
export const firmware = defineRuleKind({
  label: "Old firmware",
  over: "Newer firmware",
  condition: z.strictObject({
    kind: z.literal("firmware"),
    older_than: lineOf(50, "Enter a firmware version.").regex(/\d/, "Enter a firmware version, such as 2.14.0."),
  }),
  text: ({ older_than }) => `Firmware older than ${older_than}`,
  station: {
    state({ older_than }, { firmware: installed }) {
      if (installed === null) return UNKNOWN;
      const plain = `Firmware ${installed}`;
      return compareVersions(installed, older_than) < 0 ? holds(`${plain}, older than ${older_than}`, { plain }) : OVER;
    },
    input: ({ firmware: installed }) => installed,
  },
});
