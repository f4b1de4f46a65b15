import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from "react";
import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import { captureResults, takeImages } from "@groundcrew/shared/cameras";
import { SECOND_MS } from "@groundcrew/shared/lib";
import { call, CallFailure, sentenceOf, useWrite } from "../api/index.ts";
import type { StoredImageFile } from "./camera-image.ts";
import { imageKey } from "./use-camera-image.ts";

/** What taking new images came to. */
type CaptureResult = { tone: "success" | "info" | "warning" | "danger"; text: string };

export type TakeImages = {
  take: (lightsOn: boolean) => void;
  /** Whether the lights are on in the pictures being taken; null while none are. */
  taking: boolean | null;
  /** How many of the images being taken have arrived. */
  arrived: number;
  result: CaptureResult | null;
};

/** How often to look for images while they are being taken. */
const WATCH_MS = 1_500;
/** When to look for images that were still to come. */
const LATER_MS = [3 * SECOND_MS, 8 * SECOND_MS, 20 * SECOND_MS] as const;

type Timer = ReturnType<typeof setTimeout>;

/** Makes a station take new images, and shows them as they arrive. */
export function useTakeImages(station: string): TakeImages {
  const client = useQueryClient();
  const later = useRef<Timer[]>([]);
  const [before, setBefore] = useState<ReadonlySet<string>>(new Set());
  const refresh = () => void client.invalidateQueries({ queryKey: imageKey(station) });
  const capture = useWrite({
    onStart: () => setBefore(shownTags(client, station)),
    run: (lights_on: boolean, once) =>
      call(takeImages, { params: { station, camera: "*" }, body: { lights_on } }, once),
    onSettled: refresh,
    onSuccess({ status }) {
      forget(later.current);
      if (status === 202) later.current.push(...LATER_MS.map((ms) => setTimeout(refresh, ms)));
    },
  });
  const arrived = useSyncExternalStore(
    (watcher) => client.getQueryCache().subscribe(watcher),
    () => [...shownTags(client, station)].filter((tag) => !before.has(tag)).length,
  );
  useWhile(capture.isPending, refresh);
  useEffect(() => {
    const timers = later.current;
    return () => forget(timers);
  }, []);
  return {
    take: capture.mutate,
    taking: capture.pending ?? null,
    arrived: capture.isPending ? arrived : 0,
    result: resultOf(capture),
  };
}

function resultOf({
  data,
  error,
  isPending,
}: {
  data: { status: 201 | 202 } | undefined;
  error: Error | null;
  isPending: boolean;
}): CaptureResult | null {
  if (isPending) return null;
  if (error) {
    const isPartial = error instanceof CallFailure && error.isPartial;
    return { tone: isPartial ? "warning" : "danger", text: sentenceOf(error) };
  }
  return data ? { tone: data.status === 201 ? "success" : "info", text: captureResults[data.status] } : null;
}

/** The entity tags of the images of a station that are known. */
function shownTags(client: QueryClient, station: string): Set<string> {
  const known = client.getQueriesData<StoredImageFile | null>({ queryKey: imageKey(station) });
  return new Set(known.flatMap(([, picture]) => (picture ? [picture.tag] : [])));
}

function useWhile(isPending: boolean, look: () => void): void {
  const onTick = useEffectEvent(look);
  useEffect(() => {
    if (!isPending) return;
    const timer = setInterval(() => onTick(), WATCH_MS);
    return () => clearInterval(timer);
  }, [isPending]);
}

function forget(timers: Timer[]): void {
  for (const timer of timers.splice(0)) clearTimeout(timer);
}
