import type { Birth } from "../link/index.ts";
import type { FleetStation } from "./fleet-file.ts";

/** What a simulated station says that it can do: it has cameras, but neither streams nor takes commands. */
export function capabilitiesOf({ cameras }: Pick<FleetStation, "cameras">): Birth["data"]["capabilities"] {
  return { cameras, streams: 0, commands: [] };
}
