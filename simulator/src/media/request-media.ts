import { commands } from "@groundcrew/shared/link";
import { snapshotOf, type FleetStation, type Machine } from "../model/index.ts";
import { refuse, type Outcome } from "../outcome.ts";
import type { Media } from "./media.ts";
import type { MediaRequest } from "./messages.ts";

export type MediaRequestOptions = { station: FleetStation; currentMachine: () => Machine; media: Media };

/** Passes a stream command of a station to the media process. Opening a stream of a camera that is not on the USB bus fails. */
export async function requestMedia(
  { name, data }: Pick<MediaRequest, "name" | "data">,
  { station, currentMachine, media }: MediaRequestOptions,
): Promise<Outcome> {
  if (name === "stream_open") {
    const missing = missingCamera(data, snapshotOf(station, currentMachine()).status?.usb_status?.cameras ?? {});
    if (missing !== undefined) return refuse("failed", `${missing} was not found on the USB bus.`);
  }
  const cameras = station.cameras.map(({ id, name }) => ({ id, name }));
  return media.request({ station: station.name, name, data, cameras });
}

function missingCamera(data: unknown, found: Record<string, { detected: boolean }>): string | undefined {
  return commands.stream_open.data.safeParse(data).data?.cameras.find((id) => !found[id]?.detected);
}
