import { commands } from "@groundcrew/shared/link";
import { snapshotOf, type FleetStation, type Machine } from "../model/index.ts";
import { refuse, type Outcome } from "../outcome.ts";
import type { Media } from "./media.ts";
import type { MediaAsk } from "./messages.ts";

type Station = { station: FleetStation; look: () => Machine; media: Media };

/** Has a station's video sent, ended, or told something; a camera that the station misses films nothing. */
export async function askMedia(
  { name, data }: Pick<MediaAsk, "name" | "data">,
  { station, look, media }: Station,
): Promise<Outcome> {
  if (name === "stream_open") {
    const missing = missingCamera(data, snapshotOf(station, look()).status?.usb_status?.cameras ?? {});
    if (missing !== undefined) return refuse("failed", `${missing} is not found on the USB bus.`);
  }
  const cameras = station.cameras.map(({ id, name }) => ({ id, name }));
  return media.ask({ station: station.name, name, data, cameras });
}

function missingCamera(data: unknown, found: Record<string, { detected: boolean }>): string | undefined {
  return commands.stream_open.data.safeParse(data).data?.cameras.find((id) => !found[id]?.detected);
}
