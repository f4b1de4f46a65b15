import { when, type Observation, type ReasonKind, type Verdict } from "./definition.ts";
import { forText } from "./texts.ts";

/** True if a reading is exactly this text: others that a station may report have no effect. */
function is(reading: string | null, text: string): Verdict {
  return reading === null ? "not_reported" : when(reading === text);
}

type Gripper = readonly [key: "left_grippers" | "right_grippers" | "front_long" | "back_long", name: string];

const GRIPPERS: readonly Gripper[] = [
  ["left_grippers", "left gripper"],
  ["right_grippers", "right gripper"],
];
const GRIPPERS_AND_LONGS: readonly Gripper[] = [...GRIPPERS, ["front_long", "front long"], ["back_long", "back long"]];

function grippersOf({ facts }: Observation): readonly Gripper[] {
  return facts.station_type === "atlas" ? GRIPPERS_AND_LONGS : GRIPPERS;
}

export const gripper: ReasonKind<{ parts: string[] }> = {
  id: "gripper",
  code: "gripper",
  effect: "block",
  holdS: 300,
  rule: { name: "gripper", label: "Gripper or longs closed at rest", condition: "pad empty" },
  evaluated: "at_rest",
  field: "grippers",
  verdict(seen) {
    const { readings } = seen;
    let isReported = false;
    for (const [key] of grippersOf(seen)) {
      if (readings[key] === "closed") return when(readings.pad === "empty");
      isReported ||= readings[key] !== null;
    }
    return isReported ? "over" : "not_reported";
  },
  args: (seen) => ({
    parts: grippersOf(seen).flatMap(([key, name]) => (seen.readings[key] === "closed" ? name : [])),
  }),
  title: ({ parts }) => sentence(`${parts.join(" and ")} closed`),
};

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export const padTaken: ReasonKind = {
  id: "pad_taken",
  code: "pad_taken",
  effect: "block",
  holdS: 900,
  rule: { name: "pad_taken", label: "Pad occupied", condition: "shared stations only" },
  evaluated: "at_rest",
  field: "pad",
  verdict: ({ readings, isShared }) => (isShared ? is(readings.pad, "occupied") : "over"),
  title: () => "Pad occupied",
  text: (_, moment) => forText(moment),
};

export const padUnknown: ReasonKind = {
  id: "pad_unknown",
  code: "pad_unknown",
  effect: "limit",
  holdS: 300,
  rule: { name: "pad_unknown", label: "Pad sensor unknown" },
  evaluated: "at_rest",
  field: "pad",
  verdict: ({ readings }) => is(readings.pad, "unknown"),
  title: () => "Pad sensor unknown",
};

export const doorUnknown: ReasonKind = {
  id: "door_unknown",
  code: "door_unknown",
  effect: "limit",
  holdS: 300,
  rule: { name: "door_unknown", label: "{door} position unknown" },
  evaluated: "at_rest",
  field: "door",
  verdict: ({ readings }) => is(readings.door, "unknown"),
  title: (_, { door }) => `${door} position unknown`,
};

export const padLevel: ReasonKind = {
  id: "pad_level",
  code: "pad_level",
  effect: "limit",
  holdS: 300,
  rule: { name: "pad_level", label: "Pad raised at rest" },
  stationTypes: ["atlas"],
  evaluated: "at_rest",
  field: "pad level",
  verdict: ({ readings }) => is(readings.pad_level, "raised"),
  title: () => "Pad raised",
};

export const doorOpen: ReasonKind = {
  id: "door_open",
  code: "door_open",
  effect: "limit",
  holdS: 600,
  rule: { name: "door_open", label: "{door} open at rest" },
  evaluated: "at_rest",
  field: "door",
  verdict: ({ readings }) => is(readings.door, "open"),
  title: (_, { door }) => `${door} open`,
  text: (_, moment) => forText(moment),
};

const latchOrGantry = { name: "latch_gantry", label: "Latch or gantry not at rest" } as const;

export const latch: ReasonKind = {
  id: "latch",
  code: "latch",
  effect: "limit",
  holdS: 300,
  rule: latchOrGantry,
  evaluated: "at_rest",
  field: "latch",
  verdict: ({ readings }) => is(readings.latch, "open"),
  title: () => "Latch open",
};

export const gantry: ReasonKind = {
  id: "gantry",
  code: "gantry",
  effect: "limit",
  holdS: 300,
  rule: latchOrGantry,
  evaluated: "at_rest",
  field: "gantry",
  verdict: ({ readings }) => is(readings.gantry, "away"),
  title: () => "Gantry not home",
};

export const drone: ReasonKind = {
  id: "drone",
  code: "drone",
  effect: "info",
  holdS: 0,
  evaluated: "current",
  field: "pad",
  verdict: ({ readings }) => is(readings.pad, "occupied"),
  title: () => "Drone on the pad",
};
