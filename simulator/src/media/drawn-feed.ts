import { SECOND_MS } from "@groundcrew/shared/lib";
import { createCanvas } from "@napi-rs/canvas";
import wrtc from "@roamhq/wrtc";
import { VIDEO, type Feed, type CameraRef } from "./feeds.ts";
import { drawLive } from "./live-image.ts";
import type { Scenes } from "./scenes.ts";

const { RTCVideoSource, rgbaToI420 } = wrtc.nonstandard;
const { width, height, framesPerSecond } = VIDEO;
const SCENE_REFRESH_MS = SECOND_MS / 2;

/** The feed of a simulated camera. Each frame is drawn when it is due; late frames are skipped. */
export function drawnFeed({ station, name }: CameraRef, scenes: Scenes): Feed {
  const source = new RTCVideoSource();
  const draw = drawLive(createCanvas(width, height), name);
  const i420 = { width, height, data: new Uint8ClampedArray((width * height * 3) / 2) };
  const { promise: ready, resolve } = Promise.withResolvers<string | null>();

  function sendFrame(): void {
    const scene = scenes.get(station);
    if (!scene) return;
    const rgba = draw(scene);
    rgbaToI420({ width, height, data: new Uint8ClampedArray(rgba.buffer, rgba.byteOffset, rgba.length) }, i420);
    source.onFrame(i420);
    resolve(null);
  }

  scenes.refresh(station);
  const frameTimer = setInterval(sendFrame, SECOND_MS / framesPerSecond);
  const sceneTimer = setInterval(() => scenes.refresh(station), SCENE_REFRESH_MS);
  return {
    source,
    ready,
    stop() {
      clearInterval(frameTimer);
      clearInterval(sceneTimer);
    },
  };
}
