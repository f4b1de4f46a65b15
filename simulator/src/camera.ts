import { fileURLToPath } from "node:url";
import { createCanvas, GlobalFonts, type SKRSContext2D } from "@napi-rs/canvas";
import type { FleetStation, Machine } from "./model/index.ts";
import { clockText, sceneOf, stateText, type Scene } from "./scene.ts";
import { drawScene, HEIGHT, WIDTH } from "./views.ts";

const QUALITY = 80;
export const CAMERA_FONT = "Station Camera";
const FONT_FILE = "@fontsource/jetbrains-mono/files/jetbrains-mono-latin-500-normal.woff2";

// On a system without fonts, text would silently be left out.
if (!GlobalFonts.registerFromPath(fileURLToPath(import.meta.resolve(FONT_FILE)), CAMERA_FONT)) {
  throw new Error(`The font ${FONT_FILE} cannot be read.`);
}

/** What a still image shows: a station's current state, seen by one of its cameras, and whether the lights are on. */
export type Still = {
  station: FleetStation;
  machine: Machine;
  camera: { name: string };
  lightsOn: boolean;
};

/** Draws what a camera sees as a JPEG of 1280 × 720, with the station's serial number, name and clock. */
export async function drawStill({ station, machine, camera, lightsOn }: Still): Promise<Buffer> {
  const canvas = createCanvas(WIDTH, HEIGHT);
  const context = canvas.getContext("2d");
  const scene = sceneOf(station, machine, lightsOn);
  drawScene(context, scene, camera.name);
  drawCaption(context, scene, camera.name);
  return canvas.encode("jpeg", QUALITY);
}

function drawCaption(context: SKRSContext2D, scene: Scene, camera: string): void {
  context.fillStyle = "rgba(0, 0, 0, 0.65)";
  context.fillRect(0, 0, WIDTH, 64);
  context.fillRect(0, HEIGHT - 64, WIDTH, 64);
  write(context, `${scene.serial_number}  ${scene.name}`, { x: 24, y: 42, align: "left" });
  // The console displays a button in the corner.
  write(context, camera, { x: WIDTH - 150, y: 42, align: "right" });
  write(context, clockText(scene.at), { x: 24, y: HEIGHT - 22, align: "left" });
  write(context, stateText(scene), { x: WIDTH - 24, y: HEIGHT - 22, align: "right" });
}

function write(
  context: SKRSContext2D,
  text: string,
  { x, y, align }: { x: number; y: number; align: "left" | "right" },
): void {
  context.font = `24px "${CAMERA_FONT}"`;
  context.fillStyle = "#f2f2f2";
  context.textAlign = align;
  context.fillText(text, x, y);
}
