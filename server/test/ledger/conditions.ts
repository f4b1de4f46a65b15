import type { Condition } from "@groundcrew/shared/alerts";
import type { Random } from "@groundcrew/simulator/model";

/** The rules of a side have limits of their own, so that a text with one says of which side it is. */
export function sideOfLimit(limit: number): number {
  return (limit % 20) % 7;
}

const LOW = { temperature: 80, battery_temperature: 40 };

function limitOf(random: Random, side: number, kind: keyof typeof LOW): number {
  const all = Array.from({ length: kind === "temperature" ? 60 : 20 }, (_, nth) => LOW[kind] + nth);
  return random.pick(all.filter((limit) => sideOfLimit(limit) === side));
}

export const KINDS = [
  "temperature",
  "offline",
  "temperature",
  "battery_temperature",
  "offline",
  "battery_error",
] as const;

export function conditionOf(random: Random, kind: (typeof KINDS)[number], side: number): Condition {
  const minutes = random.whole(0, 4);
  switch (kind) {
    case "temperature":
      return { kind, direction: "above", fahrenheit: limitOf(random, side, kind), minutes };
    case "battery_temperature":
      return { kind, celsius: limitOf(random, side, kind), minutes };
    case "offline":
      return { kind, minutes: minutes + 1 };
    case "battery_error":
      return { kind };
  }
}
