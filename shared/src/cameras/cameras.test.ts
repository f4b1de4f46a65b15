import { expect, test } from "vitest";
import { sampleStation } from "../../test/sample-station.ts";
import { visibleCameras } from "./camera.ts";
import { isCameraMissing } from "./missing.ts";
import { captureWarnings, partialSentence } from "./warnings.ts";

const cameras = (count: number, inUse = 0) =>
  Array.from({ length: count }, (_, i) => ({
    name: i === 1 ? "camera_charger" : `camera_${i}`,
    in_use: i === inUse,
  }));
const names = (cameras: { name: string }[]) => cameras.map(({ name }) => name);

// @spec 193.1
test.each([
  ["atlas", 7, false],
  ["atlas", 6, true],
  ["atlas", 8, true],
  ["universal", 7, true],
  ["global", 7, true],
] as const)("with %s and %i cameras, the charger camera is visible: %s", (type, count, isVisible) => {
  expect(names(visibleCameras(cameras(count), type)).includes("camera_charger")).toBe(isVisible);
});

// @spec 57.3, 107.1
test("the camera in use comes first, the others keep their order", () => {
  expect(names(visibleCameras(cameras(4, 2), "global"))).toEqual([
    "camera_2",
    "camera_0",
    "camera_charger",
    "camera_3",
  ]);
  expect(visibleCameras([], "atlas")).toEqual([]);
});

const station = (hexboard: boolean, online: boolean) =>
  sampleStation({
    last_online_status: online,
    last_telemetry_data: {
      status: { usb_status: { serial_devices_detected: { hexboard: { detected: hexboard } } } },
    },
  });

// @spec 293.1, 293.2
test("capture warnings cover a missing hexboard and an offline station", () => {
  const hexboard = "HexBoard unavailable, camera captures with lights on likely to fail";
  const offline = "Station appears offline, camera captures are likely to fail";
  expect(captureWarnings(station(true, true))).toEqual([]);
  expect(captureWarnings(station(false, true))).toEqual([hexboard]);
  expect(captureWarnings(station(true, false))).toEqual([offline]);
  expect(captureWarnings(sampleStation())).toEqual([hexboard, offline]);
});

// @spec 53.1
test("a camera is missing only when the station reports it", () => {
  const detected = (all_cameras_detected?: boolean) =>
    sampleStation({
      last_telemetry_data: {
        status: { usb_status: all_cameras_detected === undefined ? {} : { all_cameras_detected } },
      },
    });
  expect([detected(true), detected(false), detected(), sampleStation()].map(isCameraMissing)).toEqual([
    false,
    true,
    false,
    false,
  ]);
});

test("a partial capture gives the number of images and the display names of the cameras that failed", () => {
  const cameras = [
    { id: "cam0", name: "camera_pad" },
    { id: "cam6", name: "camera_roof" },
  ];
  const failed = [{ camera: "cam6", message: "It is not detected on USB." }];
  expect(partialSentence({ taken: 5, cameras: [...cameras, ...cameras, ...cameras], failed })).toBe(
    "5 of 6 images were taken. camera_roof is not detected on USB.",
  );
  expect(partialSentence({ taken: 0, cameras, failed: [{ camera: "cam9", message: "Busy." }] })).toBe(
    "No images were taken. cam9: Busy.",
  );
});
