import { SECOND_MS } from "@groundcrew/shared/lib";
import { createCanvas, type Canvas, type SKRSContext2D } from "@napi-rs/canvas";
import { CAMERA_FONT } from "../camera.ts";
import { clockText, stateText, type Scene } from "../scene.ts";
import { drawScene } from "../views.ts";

const BAR = 26;
const TURN_MS = 4 * SECOND_MS;
/** Cameras that film see a little in the dark. */
const NIGHT = 0.35;

/**
 * Draws live pictures on a canvas, and answers with its pixels (RGBA). The room is drawn anew when something in it has changed, the
 * clock and what moves with every picture.
 */
export function drawLive(canvas: Canvas, camera: string): (scene: Scene) => Buffer {
  const context = canvas.getContext("2d");
  const room = createCanvas(canvas.width, canvas.height);
  const scale = canvas.width / 1_280;
  room.getContext("2d").scale(scale, scale);
  let drawn = "";

  return (scene) => {
    const looks = JSON.stringify([scene.door, scene.light, scene.docked]);
    if (looks !== drawn) drawScene(room.getContext("2d"), { ...scene, light: Math.max(scene.light, NIGHT) }, camera);
    drawn = looks;
    context.drawImage(room, 0, 0);
    drawBeacon(context, canvas, scene);
    drawWords(context, canvas, { scene, camera });
    return canvas.data();
  };
}

/** A lamp that goes round the pad, so that everyone sees whether the picture moves. */
function drawBeacon(context: SKRSContext2D, { width, height }: Canvas, { at, step, light }: Scene): void {
  const angle = ((at % TURN_MS) / TURN_MS) * 2 * Math.PI;
  const [x, y] = [width / 2 + Math.cos(angle) * width * 0.34, height * 0.6 + Math.sin(angle) * height * 0.29];
  context.fillStyle = step === "IDLE" ? `rgb(90, ${Math.round(150 + 60 * light)}, 190)` : "rgb(250, 170, 40)";
  context.beginPath();
  context.arc(x, y, width / 80, 0, 2 * Math.PI);
  context.fill();
}

function drawWords(
  context: SKRSContext2D,
  { width, height }: Canvas,
  { scene, camera }: { scene: Scene; camera: string },
): void {
  context.fillStyle = "rgba(0, 0, 0, 0.65)";
  context.fillRect(0, 0, width, BAR);
  context.fillRect(0, height - 2 * BAR, width, 2 * BAR);
  context.fillStyle = "#f2f2f2";
  context.font = `16px "${CAMERA_FONT}"`;
  context.textAlign = "left";
  context.fillText(clockText(scene.at), 10, height - BAR - 6);
  context.fillText(stateText(scene), 10, height - 8);
  context.textAlign = "right";
  context.fillText(`${scene.serial_number}  ${scene.name}  ${camera}`, width - 10, 19);
}
