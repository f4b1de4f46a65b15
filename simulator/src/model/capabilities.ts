import type { Birth } from "@groundcrew/shared/link";
import type { FleetStation } from "./fleet-file.ts";

const COMMANDS = [
  "ping",
  "capture",
  "stream_open",
  "stream_candidate",
  "stream_answer",
  "stream_heartbeat",
  "stream_close",
] as const;

/** The capabilities of a simulated station: images of its cameras, and live video for a few viewers. */
export function capabilitiesOf({ cameras }: Pick<FleetStation, "cameras">): Birth["data"]["capabilities"] {
  const streams = cameras.length === 0 ? 0 : 4;
  return { cameras, streams, commands: [...COMMANDS], events: ["station_error", "swap", "door", "pad"] };
}
