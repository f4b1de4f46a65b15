import { SECOND_MS } from "@groundcrew/shared/lib";
import { createCanvas, type Canvas, type SKRSContext2D } from "@napi-rs/canvas";
import wrtc from "@roamhq/wrtc";
import { CAMERA_FONT } from "../camera.ts";
import { clockText, stateText, type Scene } from "../scene.ts";
import { drawScene } from "../views.ts";
import { VIDEO, type Feed, type CameraRef } from "./feeds.ts";
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

const BAR_HEIGHT = 26;
const BEACON_PERIOD_MS = 4 * SECOND_MS;
/** Live cameras see a little in the dark: the least light of a scene. */
const MIN_LIGHT = 0.35;

/**
 * Returns a function that draws a frame on the canvas and returns its pixels (RGBA). The background is drawn only when the scene
 * changes; the clock and the beacon are drawn in every frame.
 */
function drawLive(canvas: Canvas, camera: string): (scene: Scene) => Buffer {
  const context = canvas.getContext("2d");
  const background = createCanvas(canvas.width, canvas.height);
  const scale = canvas.width / 1_280;
  background.getContext("2d").scale(scale, scale);
  let drawnKey = "";

  return (scene) => {
    const sceneKey = JSON.stringify([scene.door, scene.light, scene.docked]);
    if (sceneKey !== drawnKey)
      drawScene(background.getContext("2d"), { ...scene, light: Math.max(scene.light, MIN_LIGHT) }, camera);
    drawnKey = sceneKey;
    context.drawImage(background, 0, 0);
    drawBeacon(context, canvas, scene);
    drawCaption(context, canvas, { scene, camera });
    return canvas.data();
  };
}

/** A lamp that circles the pad, so that viewers can see whether the video is live. */
function drawBeacon(context: SKRSContext2D, { width, height }: Canvas, { at, step, light }: Scene): void {
  const angle = ((at % BEACON_PERIOD_MS) / BEACON_PERIOD_MS) * 2 * Math.PI;
  const [x, y] = [width / 2 + Math.cos(angle) * width * 0.34, height * 0.6 + Math.sin(angle) * height * 0.29];
  context.fillStyle = step === "IDLE" ? `rgb(90, ${Math.round(150 + 60 * light)}, 190)` : "rgb(250, 170, 40)";
  context.beginPath();
  context.arc(x, y, width / 80, 0, 2 * Math.PI);
  context.fill();
}

function drawCaption(
  context: SKRSContext2D,
  { width, height }: Canvas,
  { scene, camera }: { scene: Scene; camera: string },
): void {
  context.fillStyle = "rgba(0, 0, 0, 0.65)";
  context.fillRect(0, 0, width, BAR_HEIGHT);
  context.fillRect(0, height - 2 * BAR_HEIGHT, width, 2 * BAR_HEIGHT);
  context.fillStyle = "#f2f2f2";
  context.font = `16px "${CAMERA_FONT}"`;
  context.textAlign = "left";
  context.fillText(clockText(scene.at), 10, height - BAR_HEIGHT - 6);
  context.fillText(stateText(scene), 10, height - 8);
  context.textAlign = "right";
  context.fillText(`${scene.serial_number}  ${scene.name}  ${camera}`, width - 10, 19);
}
