import { fileURLToPath } from "node:url";
import type { FleetStation, Machine } from "@groundcrew/shared/fleet";
import { createCanvas, GlobalFonts, type SKRSContext2D } from "@napi-rs/canvas";
import { clockText, sceneOf, stateText, type Scene } from "./scene.ts";

const WIDTH = 1_280;
const HEIGHT = 720;
const QUALITY = 80;
export const CAMERA_FONT = "Station Camera";
const FONT_FILE = "@fontsource/jetbrains-mono/files/jetbrains-mono-latin-500-normal.woff2";

// Without a font of our own, text is silently left out where the system has none.
if (!GlobalFonts.registerFromPath(fileURLToPath(import.meta.resolve(FONT_FILE)), CAMERA_FONT)) {
  throw new Error(`The font ${FONT_FILE} cannot be read.`);
}

/** What a picture shows: the station as it is, with which of its cameras, and whether the lights are on. */
export type Still = {
  station: FleetStation;
  machine: Machine;
  camera: { name: string };
  lightsOn: boolean;
};

/** Draws what a camera sees as a JPEG of 1280 × 720: the pad and what stands on it, who the station is, and its clock. */
export async function drawStill({ station, machine, camera, lightsOn }: Still): Promise<Buffer> {
  const canvas = createCanvas(WIDTH, HEIGHT);
  const context = canvas.getContext("2d");
  const scene = sceneOf(station, machine, lightsOn);
  drawScene(context, scene, camera.name);
  drawCaption(context, scene, camera.name);
  return canvas.encode("jpeg", QUALITY);
}

/** Draws the inside of a station without any words, 1280 wide and 720 high. */
export function drawScene(context: SKRSContext2D, scene: Scene, camera: string): void {
  drawRoom(context, scene, camera);
  drawPad(context, scene);
  if (scene.docked) drawDrone(context, scene);
}

/** A grey as bright as the light lets it be, with a touch of blue where it is dark. */
function grey(light: number, level: number): string {
  const value = Math.round(255 * level * light);
  return `rgb(${value}, ${value}, ${Math.min(255, value + Math.round(12 * (1 - light)))})`;
}

function drawRoom(context: SKRSContext2D, { light, door }: Scene, camera: string): void {
  const wall = context.createLinearGradient(0, 0, 0, HEIGHT);
  wall.addColorStop(0, grey(light, door === "open" ? 0.55 : 0.3));
  wall.addColorStop(0.45, grey(light, 0.42));
  wall.addColorStop(1, grey(light, 0.2));
  context.fillStyle = wall;
  context.fillRect(0, 0, WIDTH, HEIGHT);
  context.strokeStyle = grey(light, 0.5);
  context.lineWidth = 3;
  // Ribs of the wall; every camera hangs somewhere else.
  const shift = Buffer.from(camera).reduce((sum, byte) => sum + byte, 0) % 160;
  for (let x = shift - 160; x < WIDTH + 160; x += 160) {
    context.beginPath();
    context.moveTo(x, 0);
    context.lineTo(WIDTH / 2 + (x - WIDTH / 2) * 1.6, HEIGHT);
    context.stroke();
  }
}

const PAD = { x: WIDTH / 2, y: 430, rx: 400, ry: 190 } as const;

function drawPad(context: SKRSContext2D, { light }: Scene): void {
  const rings = [
    { dy: 16, scale: 1, level: 0.12 },
    { dy: 0, scale: 1, level: 0.62 },
    { dy: 0, scale: 0.9, level: 0.34 },
  ];
  for (const { dy, scale, level } of rings) {
    context.fillStyle = grey(light, level);
    context.beginPath();
    context.ellipse(PAD.x, PAD.y + dy, PAD.rx * scale, PAD.ry * scale, 0, 0, 2 * Math.PI);
    context.fill();
  }
  context.strokeStyle = grey(light, 0.85);
  context.lineWidth = 10;
  context.beginPath();
  for (const dx of [-90, 90]) {
    context.moveTo(PAD.x + dx, PAD.y - 70);
    context.lineTo(PAD.x + dx, PAD.y + 70);
  }
  context.moveTo(PAD.x - 90, PAD.y);
  context.lineTo(PAD.x + 90, PAD.y);
  context.stroke();
}

const ROTORS = [
  [-230, -75],
  [230, -75],
  [-260, 75],
  [260, 75],
] as const;

function drawDrone(context: SKRSContext2D, { light }: Scene): void {
  const y = PAD.y - 50;
  context.strokeStyle = grey(light, 0.95);
  context.lineWidth = 22;
  for (const [dx, dy] of ROTORS) {
    context.beginPath();
    context.moveTo(PAD.x, y);
    context.lineTo(PAD.x + dx, y + dy);
    context.stroke();
    context.fillStyle = grey(light, 0.75);
    context.beginPath();
    context.ellipse(PAD.x + dx, y + dy, 95, 24, 0, 0, 2 * Math.PI);
    context.fill();
  }
  context.fillStyle = grey(light, 0.9);
  context.beginPath();
  context.roundRect(PAD.x - 120, y - 55, 240, 110, 34);
  context.fill();
  context.fillStyle = `rgb(${Math.round(60 + 180 * light)}, ${Math.round(30 + 90 * light)}, 20)`;
  context.fillRect(PAD.x - 60, y - 18, 120, 36);
}

function drawCaption(context: SKRSContext2D, scene: Scene, camera: string): void {
  context.fillStyle = "rgba(0, 0, 0, 0.65)";
  context.fillRect(0, 0, WIDTH, 64);
  context.fillRect(0, HEIGHT - 64, WIDTH, 64);
  write(context, `${scene.serial_number}  ${scene.name}`, { x: 24, y: 42, align: "left" });
  // The console has a button in the corner.
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
