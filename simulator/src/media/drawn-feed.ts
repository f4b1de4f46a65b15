import { SECOND_MS } from "@groundcrew/shared/lib";
import { createCanvas } from "@napi-rs/canvas";
import wrtc from "@roamhq/wrtc";
import { VIDEO, type Feed, type Filmed } from "./feeds.ts";
import { drawLive } from "./live-picture.ts";
import type { Scenes } from "./scenes.ts";

const { RTCVideoSource, rgbaToI420 } = wrtc.nonstandard;
const { width, height, framesPerSecond } = VIDEO;
const SCENE_MS = SECOND_MS / 2;

/** A camera of a simulated station: every frame is drawn when it is due, and left out when there is no time for it. */
export function drawnFeed({ station, camera }: Filmed, scenes: Scenes): Feed {
  const source = new RTCVideoSource();
  const picture = drawLive(createCanvas(width, height), camera.name);
  const i420 = { width, height, data: new Uint8ClampedArray((width * height * 3) / 2) };
  const { promise: ready, resolve } = Promise.withResolvers<string | null>();

  function film(): void {
    const scene = scenes.of(station);
    if (!scene) return;
    const rgba = picture(scene);
    rgbaToI420({ width, height, data: new Uint8ClampedArray(rgba.buffer, rgba.byteOffset, rgba.length) }, i420);
    source.onFrame(i420);
    resolve(null);
  }

  scenes.refresh(station);
  const filming = setInterval(film, SECOND_MS / framesPerSecond);
  const looking = setInterval(() => scenes.refresh(station), SCENE_MS);
  return {
    source,
    ready,
    stop() {
      clearInterval(filming);
      clearInterval(looking);
    },
  };
}
