import { z } from "zod";
import { between, wholeMinutes } from "../../lib/index.ts";
import { defineRuleKind, exceeding, forText, OVER } from "./definition.ts";

/** How far it has to be back for the alert to be over (°C). */
const BACK_C = 2;

/** A battery in the charger is above a limit in °C for `minutes`; over once it is 2 °C back. */
export const batteryTemperature = defineRuleKind({
  label: "Battery temperature",
  over: "Back within the limit",
  condition: z.strictObject({
    kind: z.literal("battery_temperature"),
    celsius: between(0, 100, "°C"),
    minutes: wholeMinutes(0, 120),
  }),
  text: ({ celsius, minutes }) => `A battery is above ${celsius}°C${forText(minutes)}`,
  heldMinutes: ({ minutes }) => minutes,
  causes: ["offline", "not_ready", "no_reports"],
  reasons: ["no_battery", "few_batteries", "charger"],
  station: {
    isReading: true,
    state({ celsius: limit }, { hottest }, { before }) {
      if (hottest === null) return OVER;
      const [battery, value] = [`Battery in slot ${hottest.slot}`, `${hottest.celsius.toFixed(1)}°C`];
      const back = `${battery} back at ${value}, ends at ${limit - BACK_C}°C`;
      const texts = { plain: `${battery} at ${value}`, limit: `${limit}°C`, back };
      return exceeding({ excess: hottest.celsius - limit, margin: BACK_C, before, ...texts });
    },
    input: ({ up, hottest }) => up && hottest,
    limits: ({ celsius }) => ({ celsius }),
  },
});
