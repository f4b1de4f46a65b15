import { MINUTE_MS } from "../../lib/index.ts";
import type { ReasonKind } from "./definition.ts";
import { when } from "./definition.ts";
import { forText } from "./texts.ts";

/** A snapshot is recent for this long. */
export const SILENT_MS = 3 * MINUTE_MS;

export const maintenance: ReasonKind<{ until: string }> = {
  id: "maintenance",
  code: "maintenance",
  effect: "maintenance",
  holdS: 0,
  evaluated: "always",
  verdict: ({ facts: { maintenance }, now }) =>
    when(maintenance !== null && maintenance.from <= now && now < maintenance.until),
  since: ({ maintenance }) => maintenance?.from ?? null,
  changesAt({ facts: { maintenance }, now }) {
    if (maintenance === null) return null;
    return now < maintenance.from ? maintenance.from : maintenance.until;
  },
  args: ({ facts }) => ({ until: new Date(facts.maintenance?.until ?? 0).toISOString() }),
  title: () => "In maintenance",
  text: ({ until }, { timeText }) => `In maintenance until ${timeText(Date.parse(until))}`,
};

export const never: ReasonKind = {
  id: "never",
  code: "never",
  effect: "unknown",
  holdS: 0,
  evaluated: "always",
  verdict: ({ facts }) => when(facts.last_online === null),
  title: () => "Never connected",
};

export const noData: ReasonKind = {
  id: "no_data",
  code: "no_data",
  effect: "unknown",
  holdS: 0,
  evaluated: "always",
  verdict: ({ facts }) => when(!facts.telemetry_enabled),
  title: () => "Telemetry is off",
};

export const offline: ReasonKind = {
  id: "offline",
  code: "offline",
  effect: "unknown",
  holdS: 180,
  evaluated: "always",
  verdict: ({ facts }) => when(!facts.is_up && facts.last_online !== null),
  since: ({ last_online }) => last_online,
  title: () => "Offline",
  text: (_, moment) => forText(moment),
};

export const silent: ReasonKind = {
  id: "silent",
  code: "silent",
  effect: "unknown",
  holdS: 0,
  evaluated: "always",
  verdict: ({ facts: { is_up, telemetry_enabled, last_telemetry }, now }) =>
    when(is_up && telemetry_enabled && (last_telemetry === null || now - last_telemetry > SILENT_MS)),
  since: ({ last_telemetry }) => last_telemetry,
  changesAt: ({ facts: { is_up, telemetry_enabled, last_telemetry } }) =>
    is_up && telemetry_enabled && last_telemetry !== null ? last_telemetry + SILENT_MS + 1 : null,
  title: () => "No telemetry",
  text: (_, moment) => forText(moment),
};
