import { countText } from "../../lib/index.ts";
import { nextChargeText } from "../charging.ts";
import { when, type Observation, type ReasonKind, type TextMoment, type Verdict } from "./definition.ts";

type ChargedArgs = { charged: number; next: string };

function chargedBelow({ charger }: Observation, limit: number): Verdict {
  return charger === null ? "not_reported" : when(charger.charged < limit);
}

const charged = {
  evaluated: "not_busy",
  field: "charger",
  args: ({ charger, next }: Observation): ChargedArgs => ({
    charged: charger?.charged ?? 0,
    next: typeof next === "string" ? next : next.time,
  }),
  title: (args: ChargedArgs) => {
    if (args.charged === 0) return "No charged battery";
    return args.charged === 1 ? "1 charged battery" : `${args.charged} charged batteries`;
  },
  text: ({ next }: ChargedArgs, { title, now, about }: TextMoment) => `${title}, ${nextChargeText(next, now, about)}`,
} as const;

const slots = { from: 1, to: 32, unit: " batteries" } as const;

export const noBattery: ReasonKind<ChargedArgs> = {
  ...charged,
  id: "no_battery",
  code: "no_battery",
  effect: "block",
  holdS: 60,
  rule: {
    name: "no_battery",
    label: "No charged battery",
    condition: "fewer than {limit}",
    limit: { usual: 1, ...slots, name: "charged batteries needed" },
  },
  verdict: (seen, { limit }) => chargedBelow(seen, limit),
};

export const fewBatteries: ReasonKind<ChargedArgs> = {
  ...charged,
  id: "few_batteries",
  code: "few_batteries",
  effect: "limit",
  holdS: 300,
  rule: {
    name: "few_batteries",
    label: "Few charged batteries",
    condition: "fewer than {limit}",
    limit: { usual: 2, ...slots, name: "charged batteries wanted" },
  },
  coveredBy: "no_battery",
  verdict: (seen, { limit }) => chargedBelow(seen, limit),
};

export const noSlot: ReasonKind = {
  id: "no_slot",
  code: "no_slot",
  effect: "off",
  holdS: 300,
  rule: { name: "no_slot", label: "No empty slot" },
  evaluated: "not_busy",
  field: "charger",
  verdict: ({ charger }) => (charger === null ? "not_reported" : when(charger.occupied >= charger.slots)),
  title: () => "No empty slot",
};

export const charger: ReasonKind<{ failed: number; slots: number }> = {
  id: "charger",
  code: "charger",
  effect: "limit",
  holdS: 300,
  rule: {
    name: "charger",
    label: "Slots with a battery error",
    condition: "{limit}% of them or more",
    limit: { usual: 50, from: 1, to: 100, unit: " percent" },
  },
  evaluated: "current",
  field: "charger",
  verdict: ({ charger }, { limit }) =>
    charger === null ? "not_reported" : when(charger.failed * 100 >= charger.slots * limit),
  args: ({ charger }) => ({ failed: charger?.failed ?? 0, slots: charger?.slots ?? 0 }),
  title: ({ failed, slots }) => `${failed} of ${countText(slots, "slot")} with a battery error`,
};
