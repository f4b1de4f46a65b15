import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from "react";
import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import {
  captureResults,
  captureWarnings,
  takeImages,
  type Camera,
  type TakenImage,
  headCameraImage,
} from "@groundcrew/shared/cameras";
import { SECOND_MS } from "@groundcrew/shared/lib";
import type { Station } from "@groundcrew/shared/stations";
import { IconBulb, IconBulbOff } from "@tabler/icons-react";
import { call, CallFailure, errorSentence, useServerMutation } from "../data/api/index.ts";
import { listText } from "../lib/index.ts";
import { CautionNotice } from "../sites/index.ts";
import { Button, Notice } from "../ui/index.ts";
import styles from "./cameras.module.css";
import type { StoredImageFile } from "./use-camera-image.ts";
import { knownValues, useReload } from "../data/index.ts";

type CaptureNoticesProps = {
  station: Station;
  capture: Pick<TakeImages, "lights" | "arrived" | "result">;
  cameras: readonly Camera[];
};

/** The notices above the capture buttons: warnings, progress and result. */
export function CaptureNotices({ station, capture: { lights, arrived, result }, cameras }: CaptureNoticesProps) {
  const warnings = captureWarnings(station);
  const { length: count } = cameras;
  // The live region is always rendered, because screen readers announce only what is added to an existing one.
  return (
    <div className={`grid gap-2 ${styles.notices}`} aria-live="polite">
      <CautionNotice stations={[station]} />
      {warnings.map((warning) => (
        <Notice key={warning} tone="warning">
          {warning}
        </Notice>
      ))}
      {lights !== null && (
        <Notice tone="info">{`Taking new images... ${Math.min(arrived, count)} of ${count} have arrived.`}</Notice>
      )}
      {result && <Notice tone={result.tone}>{resultText(result, cameras)}</Notice>}
    </div>
  );
}

/** The two buttons that take new images. */
export function CaptureButtons({ take, lights }: Pick<TakeImages, "take" | "lights">) {
  return (
    <>
      <Button icon={IconBulb} busy={lights === true} disabled={lights !== null} onClick={() => take(true)}>
        Take New Images (lights on)
      </Button>
      <Button icon={IconBulbOff} busy={lights === false} disabled={lights !== null} onClick={() => take(false)}>
        Take New Images (lights off)
      </Button>
    </>
  );
}

/** The outcome of taking new images; `taken` is null unless the capture is complete. */
type CaptureResult = {
  tone: "success" | "info" | "warning" | "danger";
  text: string;
  taken: readonly TakenImage[] | null;
};

function resultText({ text, taken }: CaptureResult, cameras: readonly Camera[]): string {
  const leftOut = cameras.filter(({ id }) => taken?.every(({ camera }) => camera !== id));
  if (leftOut.length === 0) return text;
  const names = listText(leftOut.map(({ name }) => name));
  return `${text}. Left out, because not detected on USB: ${names}.`;
}

type TakeImages = {
  take: (lightsOn: boolean) => void;
  /** The lights setting of the running capture; null when none is running. */
  lights: boolean | null;
  /** The number of images received in the running capture. */
  arrived: number;
  result: CaptureResult | null;
};

/** How often to check for new images during a capture. */
const CHECK_MS = 1_500;
/** When to check for images that were still missing in the response. */
const RECHECK_MS = [3 * SECOND_MS, 8 * SECOND_MS, 20 * SECOND_MS] as const;

type Timer = ReturnType<typeof setTimeout>;

/** Takes new images with a station's cameras, and shows them as they arrive. */
export function useTakeImages(station: string): TakeImages {
  const client = useQueryClient();
  const recheckTimers = useRef<Timer[]>([]);
  const [before, setBefore] = useState<ReadonlySet<string>>(new Set());
  const reload = useReload();
  const refresh = () => void reload(headCameraImage, station);
  const capture = useServerMutation({
    onStart: () => setBefore(knownTags(client, station)),
    ifUnanswered: "The images may have been taken.",
    run: (lights_on: boolean, once) =>
      call(takeImages, { params: { station, camera: "*" }, body: { lights_on } }, once),
    onSuccess({ status }) {
      clearTimers(recheckTimers.current);
      if (status === 202) recheckTimers.current.push(...RECHECK_MS.map((ms) => setTimeout(refresh, ms)));
    },
  });
  const arrived = useSyncExternalStore(
    (listener) => client.getQueryCache().subscribe(listener),
    () => [...knownTags(client, station)].filter((tag) => !before.has(tag)).length,
  );
  useCheckWhile(capture.isPending, refresh);
  useEffect(() => {
    const timers = recheckTimers.current;
    return () => clearTimers(timers);
  }, []);
  return {
    take: capture.mutate,
    lights: capture.pending ?? null,
    arrived: capture.isPending ? arrived : 0,
    result: captureResult(capture),
  };
}

function captureResult({
  data,
  error,
  isPending,
}: {
  data: { status: 201 | 202; body: readonly TakenImage[] } | undefined;
  error: Error | null;
  isPending: boolean;
}): CaptureResult | null {
  if (isPending) return null;
  if (error) {
    const isPartial = error instanceof CallFailure && error.isPartial;
    return { tone: isPartial ? "warning" : "danger", text: errorSentence(error), taken: null };
  }
  if (!data) return null;
  const isComplete = data.status === 201;
  const text = captureResults[data.status];
  return { tone: isComplete ? "success" : "info", text, taken: isComplete ? data.body : null };
}

/** The entity tags of the loaded images of a station. */
function knownTags(client: QueryClient, station: string): Set<string> {
  const images = knownValues<StoredImageFile | null>(client, headCameraImage, station);
  return new Set(images.flatMap((image) => image?.tag ?? []));
}

function useCheckWhile(isPending: boolean, check: () => void): void {
  const onTick = useEffectEvent(check);
  useEffect(() => {
    if (!isPending) return;
    const timer = setInterval(() => onTick(), CHECK_MS);
    return () => clearInterval(timer);
  }, [isPending]);
}

function clearTimers(timers: Timer[]): void {
  for (const timer of timers.splice(0)) clearTimeout(timer);
}
