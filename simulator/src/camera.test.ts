import { HOUR_MS } from "@groundcrew/shared/lib";
import { createCanvas, loadImage } from "@napi-rs/canvas";
import { expect, test } from "vitest";
import { newMachine, type FleetStation, type Machine } from "./model/index.ts";
import { fleetStation, MONDAY } from "../test/fleet-station.ts";
import { drawStill, type Still } from "./camera.ts";

type Area = { x: number; y: number; width: number; height: number };

const station = fleetStation();
const VIEW: Area = { x: 0, y: 70, width: 1_280, height: 570 };
const NAMES: Area = { x: 0, y: 0, width: 640, height: 64 };
const CAMERA: Area = { x: 640, y: 0, width: 640, height: 64 };
const CLOCK: Area = { x: 0, y: 656, width: 480, height: 64 };
const STATE: Area = { x: 500, y: 656, width: 780, height: 64 };

function machineAt(ms: number, change: Partial<Machine> = {}): Machine {
  const { swaps_performed: swaps, cycles } = station;
  return { ...newMachine(station, { swaps, cycles }, MONDAY + ms), docked: false, ...change };
}

async function pixelsOf(change: Partial<Still>, area: Area): Promise<Uint8ClampedArray> {
  const still = {
    station,
    machine: machineAt(12 * HOUR_MS),
    camera: { name: "camera_pad" },
    lightsOn: true,
    ...change,
  };
  const image = await loadImage(await drawStill(still));
  const context = createCanvas(image.width, image.height).getContext("2d");
  context.drawImage(image, 0, 0);
  return context.getImageData(area.x, area.y, area.width, area.height).data;
}

function brightness(pixels: Uint8ClampedArray): number {
  return pixels.reduce((sum, value) => sum + value, 0) / pixels.length;
}

test("a still is a JPEG of 1280 × 720", async () => {
  const file = await drawStill({ station, machine: machineAt(0), camera: { name: "camera_pad" }, lightsOn: true });
  expect(file.subarray(0, 3).toString("hex")).toBe("ffd8ff");
  const { width, height } = await loadImage(file);
  expect([width, height]).toEqual([1_280, 720]);
});

test.each<[string, Area, Partial<Still>]>([
  ["which station it is", NAMES, { station: { ...station, serial_number: "Atlas 0002" } satisfies FleetStation }],
  ["which camera it is", CAMERA, { camera: { name: "camera_gantry" } }],
  ["what time it is, to the millisecond", CLOCK, { machine: machineAt(12 * HOUR_MS + 1) }],
  ["what the station does", STATE, { machine: machineAt(12 * HOUR_MS, { step: "SWAPPING" }) }],
  ["whether the lights are on", STATE, { lightsOn: false }],
  ["what stands on the pad", VIEW, { machine: machineAt(12 * HOUR_MS, { docked: true }) }],
])("a still shows %s", async (_, area, change) => {
  expect(Buffer.compare(Buffer.from(await pixelsOf({}, area)), Buffer.from(await pixelsOf(change, area)))).not.toBe(0);
});

test.each([false, true])("each camera of a station has its own view (drone on the pad: %s)", async (docked) => {
  const names = ["front", "rear", "pad", "gantry", "sky", "charger", "door", "roof"].map((name) => `camera_${name}`);
  const machine = machineAt(12 * HOUR_MS, { docked });
  const seen = await Promise.all(names.map((name) => pixelsOf({ machine, camera: { name } }, VIEW)));
  for (const [at, one] of seen.entries()) {
    for (const other of seen.slice(at + 1)) expect(differing(one, other)).toBeGreaterThan(0.1);
  }
});

/** Share of the values that clearly differ. */
function differing(one: Uint8ClampedArray, other: Uint8ClampedArray): number {
  let count = 0;
  // The green value of every eighth pixel, because comparing all of them takes seconds.
  const every = 32;
  for (let at = 1; at < one.length; at += every) {
    if (Math.abs((one[at] ?? 0) - (other[at] ?? 0)) > 8) count += 1;
  }
  return count / (one.length / every);
}

test("a still is the same for the same moment", async () => {
  const [first, second] = [await pixelsOf({}, VIEW), await pixelsOf({}, VIEW)];
  expect(Buffer.compare(Buffer.from(first), Buffer.from(second))).toBe(0);
});

test("it is bright with the lights on, dark without, and in between by day with the door open", async () => {
  const open = { machine: machineAt(12 * HOUR_MS, { step: "LANDING" }) };
  const night = { machine: machineAt(23 * HOUR_MS, { step: "LANDING" }), lightsOn: false };
  const [lit, day, dark, outside] = await Promise.all(
    [{}, { ...open, lightsOn: false }, { lightsOn: false }, night].map(async (change) =>
      brightness(await pixelsOf(change, VIEW)),
    ),
  );
  expect(lit).toBeGreaterThan((day ?? 0) + 10);
  expect(day).toBeGreaterThan((dark ?? 0) + 10);
  expect(outside).toBeLessThan((day ?? 0) - 10);
});
