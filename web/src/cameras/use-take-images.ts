import { useEffect, useRef } from "react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { captureResults, takeImages } from "@groundcrew/shared/cameras";
import { SECOND_MS } from "@groundcrew/shared/lib";
import { call, sentenceOf } from "../api/index.ts";
import { imageKey } from "./use-camera-image.ts";

/** What taking new images came to. */
export type CaptureResult = { tone: "success" | "info" | "danger"; text: string };

export type TakeImages = {
  take: (lightsOn: boolean) => void;
  /** Whether the lights are on in the pictures being taken; null while none are. */
  taking: boolean | null;
  result: CaptureResult | null;
};

/** When to look for images that were still to come. */
const LATER_MS = [3 * SECOND_MS, 8 * SECOND_MS, 20 * SECOND_MS] as const;

type Timer = ReturnType<typeof setTimeout>;

/** Has a station take new images, and shows them as they come. */
export function useTakeImages(station: string): TakeImages {
  const client = useQueryClient();
  const later = useRef<Timer[]>([]);
  const refresh = () => void client.invalidateQueries({ queryKey: imageKey(station) });
  const capture = useMutation({
    mutationFn: async (lights_on: boolean) =>
      call(takeImages, { params: { station, camera: "*" }, body: { lights_on } }),
    onSettled: refresh,
    onSuccess({ status }) {
      forget(later.current);
      if (status === 202) later.current.push(...LATER_MS.map((ms) => setTimeout(refresh, ms)));
    },
  });
  useEffect(() => {
    const timers = later.current;
    return () => forget(timers);
  }, []);
  return {
    take: capture.mutate,
    taking: capture.isPending ? capture.variables : null,
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
  if (error) return { tone: "danger", text: sentenceOf(error) };
  return data ? { tone: data.status === 201 ? "success" : "info", text: captureResults[data.status] } : null;
}

function forget(timers: Timer[]): void {
  for (const timer of timers.splice(0)) clearTimeout(timer);
}
