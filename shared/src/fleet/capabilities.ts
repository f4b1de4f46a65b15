import type { Birth } from "../link/index.ts";
import type { FleetStation } from "./fleet-file.ts";

/** What a simulated station says that it can do: it takes pictures with its cameras, but sends no live video. */
export function capabilitiesOf({ cameras }: Pick<FleetStation, "cameras">): Birth["data"]["capabilities"] {
  return { cameras, streams: 0, commands: ["ping", "capture"], events: ["station_error", "swap", "door", "pad"] };
}
