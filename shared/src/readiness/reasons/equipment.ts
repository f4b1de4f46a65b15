import { countText, degreeSigns, temperatureText, truncate } from "../../lib/index.ts";
import type { MissingCamera } from "../facts.ts";
import { when, type Observation, type ReasonKind, type RuleLimits, type Verdict } from "./definition.ts";

/** How far a temperature has to be back (°F). */
const BACK_F = 3;

/** A temperature outside of its limits. Once it is a reason, it has to be back by a margin. */
function outside({ readings }: Observation, { limit, low }: RuleLimits, isShown: boolean): Verdict {
  const { temperature } = readings;
  if (temperature === null) return "not_reported";
  const margin = isShown ? BACK_F : 0;
  return when(temperature > limit - margin || temperature < low + margin);
}

const temperature = {
  code: "temperature",
  holdS: 300,
  evaluated: "current",
  field: "temperature",
  args: ({ readings }: Observation) => ({ fahrenheit: Math.round(readings.temperature ?? 0) }),
  title: ({ fahrenheit }: { fahrenheit: number }) => `${temperatureText(fahrenheit, "fahrenheit")} inside`,
} as const;

const fahrenheit = { from: -40, to: 200, unit: degreeSigns.fahrenheit } as const;

export const veryHot: ReasonKind<{ fahrenheit: number }> = {
  ...temperature,
  id: "very_hot",
  effect: "block",
  rule: {
    name: "very_hot",
    label: "Very hot inside",
    condition: `above {limit}${degreeSigns.fahrenheit}`,
    limit: { usual: 122, ...fahrenheit },
  },
  verdict: (seen, { limit }, isShown) => outside(seen, { limit, low: -Infinity }, isShown),
};

export const hotOrCold: ReasonKind<{ fahrenheit: number }> = {
  ...temperature,
  id: "hot_or_cold",
  effect: "limit",
  rule: {
    name: "hot_or_cold",
    label: "Hot or cold inside",
    condition: `above {limit} or below {low}${degreeSigns.fahrenheit}`,
    limit: { usual: 100, ...fahrenheit },
    low: { usual: 32, ...fahrenheit },
  },
  coveredBy: "very_hot",
  verdict: outside,
};

export const hexboard: ReasonKind = {
  id: "hexboard",
  code: "hexboard",
  effect: "limit",
  holdS: 300,
  rule: { name: "hexboard", label: "HexBoard not detected" },
  evaluated: "current",
  field: "HexBoard",
  verdict: ({ readings: { hexboard } }) => (hexboard === null ? "not_reported" : when(!hexboard)),
  title: () => "HexBoard not detected",
};

type CameraArgs = { cameras: string[] };

function missing(seen: Observation, isInUse: boolean): Verdict {
  const { missing_cameras: cameras } = seen.readings;
  if (cameras === null) return "not_reported";
  for (const camera of cameras) if (isUsed(seen, camera) === isInUse) return "holds";
  return "over";
}

function cameraArgs(seen: Observation, isInUse: boolean): CameraArgs {
  const cameras = seen.readings.missing_cameras ?? [];
  return { cameras: cameras.filter((camera) => isUsed(seen, camera) === isInUse).map(({ name }) => name) };
}

function isUsed({ facts }: Observation, { id }: MissingCamera): boolean {
  return facts.cameras_in_use.includes(id);
}

const camera = {
  code: "camera",
  holdS: 300,
  evaluated: "current",
  field: "cameras",
  title: ({ cameras }: CameraArgs) =>
    cameras.length === 1 ? `${cameras[0]} is missing` : `${countText(cameras.length, "camera")} are missing`,
} as const;

export const cameraInUse: ReasonKind<CameraArgs> = {
  ...camera,
  id: "camera_in_use",
  effect: "limit",
  rule: { name: "camera_in_use", label: "In-use camera missing" },
  verdict: (seen) => missing(seen, true),
  args: (seen) => cameraArgs(seen, true),
};

export const otherCamera: ReasonKind<CameraArgs> = {
  ...camera,
  id: "other_camera",
  effect: "info",
  rule: { name: "other_camera", label: "Other camera missing" },
  verdict: (seen) => missing(seen, false),
  args: (seen) => cameraArgs(seen, false),
};

/** The longest message of a station that is shown as a reason. */
const MESSAGE_MAX = 120;

type MessageArgs = { message: string };

const message = {
  code: "message",
  holdS: 60,
  evaluated: "current",
  title: () => "Reported by the station",
  text: (args: MessageArgs) => args.message,
} as const;

function messageArgs(text: string | null): MessageArgs {
  const message = text?.trim() ?? "";
  return { message: message.length <= MESSAGE_MAX ? message : `${truncate(message, MESSAGE_MAX - 1)}…` };
}

function isMessage(text: string | null): Verdict {
  return when(text !== null && text.trim() !== "");
}

export const errorMessage: ReasonKind<MessageArgs> = {
  ...message,
  id: "error_message",
  effect: "limit",
  rule: { name: "error_message", label: "Error message" },
  verdict: ({ readings }) => isMessage(readings.error_message),
  args: ({ readings }) => messageArgs(readings.error_message),
};

export const warnMessage: ReasonKind<MessageArgs> = {
  ...message,
  id: "warn_message",
  effect: "info",
  verdict: ({ readings }) => isMessage(readings.warn_message),
  args: ({ readings }) => messageArgs(readings.warn_message),
};
