import type { SKRSContext2D } from "@napi-rs/canvas";
import type { Scene } from "./scene.ts";

export const WIDTH = 1_280;
export const HEIGHT = 720;

type View = (context: SKRSContext2D, scene: Scene) => void;

/** The view of each camera, by its name. Any other camera looks down on the pad. */
const views: Readonly<Record<string, View>> = {
  camera_front: (context, scene) => drawFromSide(context, scene, 1),
  camera_rear: (context, scene) => drawFromSide(context, scene, -1),
  camera_gantry: drawGantry,
  camera_sky: drawSky,
  camera_charger: drawCharger,
  camera_door: drawDoor,
  camera_roof: drawRoof,
};

/** Draws the view of a camera, 1280 × 720, without text. */
export function drawScene(context: SKRSContext2D, scene: Scene, camera: string): void {
  const view = Object.hasOwn(views, camera) ? views[camera] : undefined;
  if (view) return view(context, scene);
  drawWall(context, scene, 160);
  drawPad(context, scene);
  if (scene.docked) drawDrone(context, scene);
}

/** A grey of the given level, darkened by the light and slightly blue where it is dark. */
function grey(light: number, level: number): string {
  const value = Math.round(255 * level * light);
  return `rgb(${value}, ${value}, ${Math.min(255, value + Math.round(12 * (1 - light)))})`;
}

function fill(context: SKRSContext2D, color: string, [x, y, width, height]: [number, number, number, number]): void {
  context.fillStyle = color;
  context.fillRect(x, y, width, height);
}

function drawWall(context: SKRSContext2D, { light, door }: Scene, ribPx: number): void {
  const wall = context.createLinearGradient(0, 0, 0, HEIGHT);
  wall.addColorStop(0, grey(light, door === "open" ? 0.55 : 0.3));
  wall.addColorStop(0.45, grey(light, 0.42));
  wall.addColorStop(1, grey(light, 0.2));
  context.fillStyle = wall;
  context.fillRect(0, 0, WIDTH, HEIGHT);
  context.strokeStyle = grey(light, 0.5);
  context.lineWidth = 3;
  for (let x = -ribPx; x < WIDTH + ribPx; x += ribPx) {
    context.beginPath();
    context.moveTo(x, 0);
    context.lineTo(WIDTH / 2 + (x - WIDTH / 2) * 1.6, HEIGHT);
    context.stroke();
  }
}

/** At the level of the pad: the pad, the drone from its side, and the charger behind it. */
function drawFromSide(context: SKRSContext2D, scene: Scene, side: 1 | -1): void {
  const { light, docked, door } = scene;
  drawWall(context, scene, 320);
  const middle = WIDTH / 2 + side * 120;
  fill(context, grey(light, 0.16), [middle + side * 330 - 90, 180, 180, 380]);
  for (let row = 0; row < 5; row++) {
    fill(context, row % 2 === 0 ? `rgb(30, ${Math.round(80 + 120 * light)}, 70)` : grey(light, 0.5), [
      middle + side * 330 - 60,
      206 + row * 70,
      120,
      40,
    ]);
  }
  fill(context, grey(light, 0.6), [middle - 420, 500, 640, 26]);
  fill(context, grey(light, 0.25), [middle - 140, 526, 90, HEIGHT - 526]);
  if (door === "open") fill(context, `rgba(190, 215, 240, ${0.35 + 0.5 * light})`, [0, 64, WIDTH, 70]);
  if (!docked) return;
  fill(context, grey(light, 0.9), [middle - 230, 408, 260, 70]);
  fill(context, `rgb(${Math.round(60 + 180 * light)}, ${Math.round(30 + 90 * light)}, 20)`, [
    middle - 150,
    426,
    100,
    34,
  ]);
  for (const dx of [-320, 20]) {
    fill(context, grey(light, 0.75), [middle + dx, 392, 200, 12]);
    fill(context, grey(light, 0.95), [middle + dx + 92, 400, 16, 60]);
  }
  for (const dx of [-210, -10]) fill(context, grey(light, 0.8), [middle + dx, 478, 14, 24]);
}

/** Up through the roof: its two closed leaves, or the sky by day or night. */
function drawSky(context: SKRSContext2D, { light, door, lightsOn, at }: Scene): void {
  if (door !== "open") {
    fill(context, grey(light, 0.34), [0, 0, WIDTH, HEIGHT]);
    for (let y = 80; y < HEIGHT; y += 110) fill(context, grey(light, 0.26), [0, y, WIDTH, 10]);
    fill(context, grey(light, 0.08), [WIDTH / 2 - 7, 0, 14, HEIGHT]);
    return;
  }
  const isDay = light > 0.3 && !(lightsOn && light === 1 && new Date(at).getUTCHours() < 5);
  const sky = context.createLinearGradient(0, 0, 0, HEIGHT);
  sky.addColorStop(0, isDay ? "#5d93c8" : "#070b16");
  sky.addColorStop(1, isDay ? "#c3dcef" : "#1a2338");
  context.fillStyle = sky;
  context.fillRect(0, 0, WIDTH, HEIGHT);
  for (let spot = 0; spot < 26; spot++) {
    const [x, y] = [(spot * 397) % WIDTH, 70 + ((spot * 251) % 560)];
    context.fillStyle = isDay ? "rgba(255, 255, 255, 0.28)" : "rgba(255, 255, 255, 0.8)";
    context.beginPath();
    if (isDay) context.ellipse(x, y, 120, 26, 0, 0, 2 * Math.PI);
    else context.arc(x, y, 2, 0, 2 * Math.PI);
    context.fill();
  }
  for (const x of [0, WIDTH - 130]) fill(context, grey(Math.max(light, 0.3), 0.3), [x, 0, 130, HEIGHT]);
}

/** Along the gantry: two rails, the carriage over the pad or parked at the end, and its grippers. */
function drawGantry(context: SKRSContext2D, scene: Scene): void {
  const { light, step, docked } = scene;
  drawWall(context, scene, 90);
  fill(context, grey(light, 0.14), [0, 560, WIDTH, HEIGHT - 560]);
  for (const x of [250, 960]) fill(context, grey(light, 0.72), [x, 64, 60, HEIGHT - 128]);
  const y = step === "IDLE" ? 130 : 340;
  fill(context, grey(light, 0.5), [220, y, 830, 110]);
  fill(context, "rgb(200, 150, 30)", [560, y + 20, 150, 70]);
  for (const x of [590, 660]) fill(context, grey(light, 0.9), [x, y + 110, 24, 80]);
  if (docked) fill(context, grey(light, 0.85), [500, 570, 280, 60]);
}

const SLOTS = 8;

/** Into the charger: its slots, one of them empty while its battery is in the drone. */
function drawCharger(context: SKRSContext2D, { light, docked }: Scene): void {
  fill(context, grey(light, 0.24), [0, 0, WIDTH, HEIGHT]);
  for (let slot = 0; slot < SLOTS; slot++) {
    const [x, y] = [110 + (slot % 4) * 270, 110 + Math.floor(slot / 4) * 270];
    fill(context, grey(light, 0.1), [x, y, 230, 230]);
    if (docked && slot === 2) continue;
    fill(context, grey(light, 0.62), [x + 24, y + 18, 182, 194]);
    fill(context, grey(light, 0.35), [x + 70, y + 60, 90, 110]);
    const isFull = slot % 3 !== 0;
    fill(context, isFull ? "rgb(40, 190, 110)" : "rgb(240, 170, 40)", [x + 150, y + 30, 36, 14]);
  }
}

/** The door from inside: closed, or a bright opening. */
function drawDoor(context: SKRSContext2D, { light, door, docked }: Scene): void {
  fill(context, grey(light, 0.28), [0, 0, WIDTH, HEIGHT]);
  fill(context, grey(light, 0.5), [240, 100, 800, 540]);
  if (door === "open") fill(context, `rgb(${170 + Math.round(40 * light)}, 205, 230)`, [270, 130, 740, 480]);
  else for (let y = 130; y < 610; y += 80) fill(context, grey(light, 0.36), [270, y, 740, 66]);
  if (docked) fill(context, grey(light, 0.12), [520, 520, 240, 90]);
}

/** Down on the roof from the mast: two leaves, open or closed, and the ground around them. */
function drawRoof(context: SKRSContext2D, { light, door }: Scene): void {
  const outside = Math.max(light, 0.2);
  fill(context, `rgb(${Math.round(90 * outside)}, ${Math.round(120 * outside)}, ${Math.round(70 * outside)})`, [
    0,
    0,
    WIDTH,
    HEIGHT,
  ]);
  const gap = door === "open" ? 260 : 6;
  fill(context, grey(outside, 0.1), [190, 120, 900, 490]);
  for (const side of [-1, 1]) {
    fill(context, grey(outside, 0.78), [WIDTH / 2 + (side * (gap + 440)) / 2 - 220 + side * 6, 130, 432, 470]);
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
