import { z } from "zod";
import { between, degreeSigns, temperatureLimitText, temperatureText, wholeMinutes } from "../../lib/index.ts";
import { defineRuleKind, exceeding, forText, UNKNOWN } from "./definition.ts";

/** How far it has to be back for the alert to be over (°F). */
const BACK_F = 3;

/** The temperature inside is `above` or `below` a limit in °F for `minutes`; over once it is 3 °F back. */
export const temperature = defineRuleKind({
  label: "Internal temperature",
  over: "Back within the limit",
  condition: z.strictObject({
    kind: z.literal("temperature"),
    direction: z.enum(["above", "below"]),
    fahrenheit: between(-40, 200, degreeSigns.fahrenheit),
    minutes: wholeMinutes(0, 120),
  }),
  text: ({ direction, fahrenheit, minutes }) =>
    `Internal temperature ${direction} ${temperatureLimitText(fahrenheit)}${forText(minutes)}`,
  heldMinutes: ({ minutes }) => minutes,
  causes: ["offline", "not_ready", "no_reports"],
  reasons: ["temperature"],
  station: {
    isReading: true,
    state({ direction, fahrenheit: limit }, { temperature: value }, { before }) {
      if (value === null) return UNKNOWN;
      const excess = direction === "above" ? value - limit : limit - value;
      const plain = `${temperatureText(value, "fahrenheit")} inside`;
      const end = temperatureLimitText(direction === "above" ? limit - BACK_F : limit + BACK_F);
      const texts = { plain, limit: temperatureLimitText(limit), back: `Back at ${plain}, ends at ${end}` };
      return exceeding({ excess, margin: BACK_F, before, ...texts });
    },
    input: ({ up, temperature: value }) => up && value,
    limits: ({ direction, fahrenheit }) => (direction === "above" ? { highF: fahrenheit } : { lowF: fahrenheit }),
  },
});
