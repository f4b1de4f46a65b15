import { z } from "zod";
import { wholeMinutes } from "../../lib/index.ts";
import { defineRuleKind, holds, minutesText, OVER } from "./definition.ts";

/** A camera is not detected for `minutes`. */
export const cameraMissing = defineRuleKind({
  label: "Camera missing",
  over: "All cameras are detected again",
  condition: z.strictObject({
    kind: z.literal("camera_missing"),
    minutes: wholeMinutes(1, 1_440),
  }),
  text: ({ minutes }) => `A camera is not detected for ${minutesText(minutes)}`,
  heldMinutes: ({ minutes }) => minutes,
  causes: ["offline", "not_ready", "no_reports"],
  reasons: ["camera"],
  station: {
    isReading: true,
    state(_, { missing_cameras: cameras }) {
      if (cameras.length === 0) return OVER;
      const title = cameras.length === 1 ? `${cameras[0]} is missing` : `${cameras.length} cameras are missing`;
      return holds(title, { level: cameras.length, detail: cameras.length === 1 ? "" : cameras.join(", ") });
    },
    input: ({ up, missing_cameras }) => up && missing_cameras,
  },
});
