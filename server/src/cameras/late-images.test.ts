import { expect, test } from "vitest";
import { upload, cameraRig, finish, imageFile, uploadsOf } from "../../test/camera-rig.ts";
import { HARBOR } from "../../test/link-rig.ts";

const rig = await cameraRig({ waitMs: 50 });
const { user, takeImages, imageColor } = rig;
const IMAGE = `/stations/${HARBOR}/cameras/cam0/image`;

// @spec 268.1
test("the answer is 202 while images are missing; late ones are shown when they arrive, with that time", async () => {
  const { status, text, capture } = await takeImages();
  expect([status, text]).toEqual([202, "[]"]);
  expect(await imageColor()).toBe("status 404");
  const [front] = uploadsOf(capture);
  rig.clock.ms += 20_000;
  expect(await upload(front?.url ?? "", await imageFile("lime"))).toBe(204);
  expect(await imageColor()).toBe("green");
  const head = await rig.call(user, `HEAD ${IMAGE}`);
  expect(head.headers.get("last-modified")).toBe(new Date(rig.clock.ms).toUTCString());
  await finish(rig.station(), capture);
});

test("the answer is 202 while the image of a camera that is detected is missing, whichever others are not", async () => {
  await rig.setDetected({ cam0: true, cam1: false });
  const { status, capture } = await takeImages();
  expect(status).toBe(202);
  await finish(rig.station(), capture);
});

test("an image that was requested earlier never replaces one that was requested later", async () => {
  const { capture: early } = await takeImages();
  rig.clock.ms += 10_000;
  const { capture: late } = await takeImages();
  for (const { url } of uploadsOf(late)) expect(await upload(url, await imageFile("blue"))).toBe(204);
  for (const { url } of uploadsOf(early)) expect(await upload(url, await imageFile("red"))).toBe(204);
  expect(await imageColor()).toBe("blue");
  const images = await rig.db.selectFrom("camera_images").select("file").execute();
  const stored = await Promise.all(images.map(({ file }) => rig.files.get(file)));
  expect(stored).not.toContain(null);
  const uploads = await rig.db.selectFrom("image_uploads").select("file").execute();
  const files = await Promise.all(uploads.map(({ file }) => rig.files.get(file)));
  expect(files.filter((file) => file !== null)).toHaveLength(images.length);
  for (const capture of [early, late]) await finish(rig.station(), capture);
});
