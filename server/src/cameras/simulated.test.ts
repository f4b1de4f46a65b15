import sharp from "sharp";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { FIELD, HARBOR, linkRig } from "../../test/link-rig.ts";
import { simulated, startSimulator } from "../../test/simulator.ts";

const LONG_WAIT = { timeout: 30_000 };
const rig = await linkRig({ waitMs: 60_000, openMs: 60_000 });
const user = await rig.person("user@harbor.example", rig.orgs.harbor);
const other = await rig.person("user@field.example", rig.orgs.field);
let stop: () => Promise<void>;

beforeAll(async () => {
  const well = simulated(HARBOR, ["camera_pad", "camera_front"]);
  const broken = simulated(FIELD, ["camera_pad", "camera_front"], ["camera_missing", "hexboard_missing"]);
  stop = await startSimulator(`mqtt://127.0.0.1:${rig.port()}`, [well, broken]);
  await vi.waitUntil(() => rig.isUp(HARBOR) && rig.isUp(FIELD), LONG_WAIT);
  await vi.waitUntil(async () => (await camerasOf(user, HARBOR)) + (await camerasOf(other, FIELD)) === 4, LONG_WAIT);
  const reported = rig.db.selectFrom("station_snapshots").select("station_name").where("station_name", "=", FIELD);
  await vi.waitUntil(async () => (await reported.execute()).length === 1, LONG_WAIT);
});
afterAll(() => stop());

/** How many cameras are known: they are stored just after their station is up. */
async function camerasOf(person: typeof user, station: string): Promise<number> {
  const { text } = await rig.call(person, `GET /stations/${station}/cameras`);
  const cameras: unknown[] = JSON.parse(text);
  return cameras.length;
}

function take(lights_on: boolean) {
  return rig.call(user, `POST /stations/${HARBOR}/cameras/*/image`, { body: { lights_on } });
}

/** The latest image of a camera: when it arrived, its size, how bright it is, and its bytes. */
async function look(camera: string) {
  const { bytes, headers } = await rig.call(user, `GET /stations/${HARBOR}/cameras/${camera}/image?t=1`);
  const { width, height } = await sharp(bytes).metadata();
  const { channels } = await sharp(bytes).extract({ left: 0, top: 70, width: 1_280, height: 570 }).stats();
  return { at: headers.get("last-modified"), size: [width, height], bright: channels[0]?.mean ?? 0, bytes };
}

// @spec 226.1
test("a simulated station takes images that show whether the lights are on, different ones for each camera", async () => {
  const lit = await take(true);
  const at = new Date(rig.clock.ms).toISOString();
  expect(lit.status).toBe(201);
  expect(JSON.parse(lit.text)).toEqual(["cam0", "cam1"].map((camera) => ({ camera, last_modified: at })));
  const [pad, front] = [await look("cam0"), await look("cam1")];
  expect(pad.size).toEqual([1_280, 720]);
  expect(pad.bytes.equals(front.bytes)).toBe(false);

  rig.clock.ms += 5_000;
  expect((await take(false)).status).toBe(201);
  const dark = await look("cam0");
  expect(Date.parse(dark.at ?? "") - Date.parse(pad.at ?? "")).toBe(5_000);
  expect(dark.bright).toBeLessThan(pad.bright / 2);
});

test("a simulated station without a camera and its hexboard reports that", async () => {
  const take = (lights_on: boolean) =>
    rig.call(other, `POST /stations/${FIELD}/cameras/*/image`, { body: { lights_on } });
  const lit = await take(true);
  expect([lit.status, JSON.parse(lit.text).detail]).toEqual([
    503,
    "The station took no images: The HexBoard was not found, so the lights cannot be switched on.",
  ]);
  const dark = await take(false);
  const taken = [{ camera: "cam0", last_modified: new Date(rig.clock.ms).toISOString() }];
  expect([dark.status, JSON.parse(dark.text)]).toEqual([201, taken]);
  const images = ["cam0", "cam1"].map((camera) => rig.call(other, `HEAD /stations/${FIELD}/cameras/${camera}/image`));
  expect((await Promise.all(images)).map(({ status }) => status)).toEqual([200, 204]);
});

// @spec 226.1
test("a simulated station offers live video only of cameras that it has", async () => {
  const open = (who: typeof user, station: string, camera: string) =>
    rig.call(who, `POST /stations/${station}/streams`, { body: { cameras: [camera] } });
  const offered = await open(user, HARBOR, "cam0");
  expect(offered.status).toBe(201);
  const { id, sdp_offer } = JSON.parse(offered.text);
  expect(sdp_offer).toContain("VP8/90000");
  const at = `/stations/${HARBOR}/streams/${id}`;
  expect((await rig.call(user, `POST ${at}/heartbeats`)).status).toBe(204);
  expect((await rig.call(other, `POST ${at}/heartbeats`)).status).toBe(404);
  expect((await rig.call(user, `DELETE ${at}`)).status).toBe(204);
  expect((await rig.call(user, `POST ${at}/heartbeats`)).status).toBe(404);

  const missing = await open(other, FIELD, "cam1");
  expect([missing.status, JSON.parse(missing.text).detail]).toEqual([
    503,
    "The station refused: cam1 was not found on the USB bus.",
  ]);
});
