import { COMMAND_CODES } from "@groundcrew/shared/link";
import { expect, test, onTestFinished, vi } from "vitest";
import { uploadsImages, cameraRig } from "../../test/camera-rig.ts";
import { HARBOR } from "../../test/link-rig.ts";

// Long enough for a busy machine.
const rig = await cameraRig({ waitMs: 60_000 });
const { user } = rig;
const TAKE = `POST /stations/${HARBOR}/cameras/*/image`;
const lights = { body: { lights_on: true } };

test("overlapping captures become one, unless they need different lights", async () => {
  const uploads = uploadsImages("red");
  const { promise: release, resolve } = Promise.withResolvers<void>();
  rig.station().onCommand(async (command) => {
    await release;
    return uploads(command);
  });
  // Read right before a call joins the current capture.
  const isUp = vi.spyOn(rig.commands, "isUp");
  onTestFinished(() => isUp.mockRestore());
  const first = rig.call(user, TAKE, lights);
  await expect.poll(() => rig.station().received.length).toBe(1);
  const second = rig.call(user, TAKE, lights);
  await expect.poll(() => isUp.mock.calls.length).toBe(2);
  const other = await rig.call(user, TAKE, { body: { lights_on: !lights.body.lights_on } });
  expect([other.status, JSON.parse(other.text).detail]).toEqual([
    409,
    `The station is taking images with the lights ${lights.body.lights_on ? "on" : "off"}. Try again when it has finished.`,
  ]);
  resolve();
  const replies = await Promise.all([first, second]);
  expect(replies.map(({ status, text }) => [status, text])).toEqual(replies.map(() => [201, replies[0]?.text]));
  expect(rig.station().received).toHaveLength(1);
});

test("a new capture is refused while one is in progress at another server, until that one ends or times out", async () => {
  rig.station().onCommand(uploadsImages("red"));
  const created = new Date(rig.clock.ms).toISOString();
  const elsewhere = { id: "elsewhere", station_name: HARBOR, lights_on: true, created };
  await rig.db.insertInto("captures").values(elsewhere).execute();
  const refused = await rig.call(user, TAKE, lights);
  const sentence = "The station is taking images with the lights on. Try again when it has finished.";
  expect([refused.status, JSON.parse(refused.text).detail]).toEqual([409, sentence]);
  expect(rig.station().received).toEqual([]);
  await rig.db.updateTable("captures").set({ ended: created }).where("id", "=", elsewhere.id).execute();
  expect((await rig.call(user, TAKE, lights)).status).toBe(201);
  await rig.db.updateTable("captures").set({ ended: null }).where("id", "=", elsewhere.id).execute();
  rig.clock.ms += 60_000;
  expect((await rig.call(user, TAKE, lights)).status).toBe(201);
});

test("a capture ends with any response", async () => {
  const pending = () =>
    rig.db.selectFrom("captures").select("id").where("ended", "is", null).where("id", "<>", "elsewhere").execute();
  rig.station().onCommand(() => ({ code: COMMAND_CODES.failed, message: "No." }));
  expect((await rig.call(user, TAKE, lights)).status).toBe(503);
  rig.station().onCommand(uploadsImages("red"));
  expect((await rig.call(user, TAKE, lights)).status).toBe(201);
  expect(await pending()).toEqual([]);
});
