import { expect, test } from "vitest";
import { uploadsImages, cameraRig } from "../../test/camera-rig.ts";
import { HARBOR } from "../../test/link-rig.ts";

// Long enough for a busy machine.
const rig = await cameraRig({ waitMs: 60_000 });
const { imageColor, user } = rig;
const TAKE_IMAGES = `POST /stations/${HARBOR}/cameras/*/image`;
const lights = { body: { lights_on: true } };

test("the response is 201 without the image of a camera that is not detected, and 503 without another one", async () => {
  await rig.setDetected({ cam0: true, cam1: false });
  const [cam0, cam1] = ["cam0", "cam1"].map((camera) => ({ camera, message: "It is not detected on USB." }));
  if (!cam0 || !cam1) throw new Error("There are no such cameras.");
  const takenWith = async (failed: (typeof cam0)[]) => {
    rig.station().onCommand(uploadsImages("red", failed));
    const { status, text } = await rig.call(user, TAKE_IMAGES, lights);
    const reply = JSON.parse(text);
    return [status, reply.detail ?? reply.map(({ camera }: { camera: string }) => camera)];
  };
  expect(await takenWith([cam1])).toEqual([201, ["cam0"]]);
  expect(await takenWith([])).toEqual([201, ["cam0", "cam1"]]);
  const blurred = { camera: "cam0", message: "The image is blank." };
  const sentence = "camera_cam0: The image is blank. camera_cam1 is not detected on USB.";
  expect(await takenWith([blurred, cam1])).toEqual([503, `No images were taken. ${sentence}`]);
  await rig.setDetected({ cam0: false, cam1: false });
  const none = "camera_cam0 is not detected on USB. camera_cam1 is not detected on USB.";
  expect(await takenWith([cam0, cam1])).toEqual([503, `No images were taken. ${none}`]);
  await rig.setDetected({});
});

test("the hidden camera of a seven-camera atlas station takes an image too, and is not counted", async () => {
  const names = ["front", "back", "roof", "charger", "left", "right", "pad"];
  const seven = names.map((name) => ({ id: name, name: `camera_${name}`, in_use: name === "front" }));
  await rig.leave();
  const station = await rig.enter({ cameras: seven });
  const [pad, charger] = ["pad", "charger"].map((camera) => ({ camera, message: "It is not detected on USB." }));
  if (!pad || !charger) throw new Error("There are no such cameras.");

  station.onCommand(uploadsImages("red", [pad, charger]));
  const partly = JSON.parse((await rig.call(user, TAKE_IMAGES, lights)).text);
  expect(partly.detail).toBe("5 of 6 images were taken. camera_pad is not detected on USB.");
  expect(partly.partial).toHaveLength(5);

  station.onCommand(uploadsImages("red", [charger]));
  const all = await rig.call(user, TAKE_IMAGES, lights);
  expect([all.status, JSON.parse(all.text).length]).toEqual([201, 6]);

  station.onCommand(uploadsImages("lime"));
  expect((await rig.call(user, TAKE_IMAGES, lights)).status).toBe(201);
  expect(await imageColor("charger")).toBe("green");
});

test("cameras that a station reports under one id are one camera, which takes one image", async () => {
  const named = (id: string, name: string, in_use = false) => ({ id, name, in_use });
  await rig.leave();
  const station = await rig.enter({
    cameras: [named("cam0", "camera_left"), named("cam0", "camera_right", true), named("cam1", "camera_pad")],
  });
  const listed = await rig.call(user, `GET /stations/${HARBOR}/cameras`);
  expect(JSON.parse(listed.text)).toEqual([named("cam0", "camera_left", true), named("cam1", "camera_pad")]);
  station.onCommand(uploadsImages("red"));
  const taken = await rig.call(user, TAKE_IMAGES, lights);
  expect(taken.status).toBe(201);
  expect(JSON.parse(taken.text).map(({ camera }: { camera: string }) => camera)).toEqual(["cam0", "cam1"]);
});
