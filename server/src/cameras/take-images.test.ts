import { createHash } from "node:crypto";
import { readdir } from "node:fs/promises";
import { COMMAND_CODES, commands } from "@groundcrew/shared/link";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { uploadsImages, cameraRig } from "../../test/camera-rig.ts";
import { FIELD, HARBOR } from "../../test/link-rig.ts";
import { metric } from "../../test/metrics.ts";
import { sweepImages, type Capabilities } from "./index.ts";

// Long enough for a busy machine.
const rig = await cameraRig({ waitMs: 60_000 });
const { cameras, imageColor, user, other } = rig;
const TAKE_IMAGES = `POST /stations/${HARBOR}/cameras/*/image`;
const IMAGE = `/stations/${HARBOR}/cameras/cam0/image`;
const lights = { body: { lights_on: true } };

/** Names of all files in the store. */
async function storedFiles(): Promise<string[]> {
  const entries = await readdir(rig.folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

// @spec 265.1
test("the cameras are those in the station's birth message, in the same order", async () => {
  const reply = await rig.call(user, `GET /stations/${HARBOR}/cameras`);
  expect(JSON.parse(reply.text)).toEqual(cameras);
  const never = await rig.call(other, `GET /stations/${FIELD}/cameras`);
  expect([never.status, never.text]).toEqual([200, "[]"]);
});

// @spec 266.1, 268.1
test("the response is 201 when all new images have arrived, and each replaces the previous file on the disk", async () => {
  rig.station().onCommand(uploadsImages("red"));
  const first = await rig.call(user, TAKE_IMAGES, lights);
  expect(first.status).toBe(201);
  expect(await metric("groundcrew_image_capture_duration_seconds_count", { outcome: "complete" })).toBeGreaterThan(0);
  const at = new Date(rig.clock.ms).toISOString();
  expect(JSON.parse(first.text)).toEqual(cameras.map(({ id }) => ({ camera: id, last_modified: at })));
  const before = await rig.call(user, `HEAD ${IMAGE}`);
  expect(await imageColor()).toBe("red");

  rig.clock.ms += 5_000;
  rig.station().onCommand(uploadsImages("blue"));
  expect((await rig.call(user, TAKE_IMAGES, { body: { lights_on: false } })).status).toBe(201);
  const after = await rig.call(user, `HEAD ${IMAGE}`);
  const [was, is] = [before, after].map(({ headers }) => Date.parse(headers.get("last-modified") ?? ""));
  expect(is).toBe((was ?? 0) + 5_000);
  expect(await imageColor()).toBe("blue");
  expect(await storedFiles()).toHaveLength(2);
  const requested = rig.station().received.map(({ data }) => commands.capture.data.parse(data).lights_on);
  expect(requested).toEqual([true, false]);
});

// @spec 267.1
test("an image is private, has a media type and a tag, and is not resent to a client that has it", async () => {
  rig.station().onCommand(uploadsImages("red"));
  await rig.call(user, TAKE_IMAGES, lights);
  const [head, got] = [await rig.call(user, `HEAD ${IMAGE}`), await rig.call(user, `GET ${IMAGE}?t=123`)];
  const expected = {
    "content-type": "image/jpeg",
    "cache-control": "private, no-cache",
    vary: "Cookie, Authorization",
    "x-content-type-options": "nosniff",
    "cross-origin-resource-policy": "same-origin",
    "content-length": String(got.bytes.length),
    "last-modified": new Date(rig.clock.ms).toUTCString(),
    etag: got.headers.get("etag"),
  };
  expect(Object.fromEntries(head.headers)).toMatchObject(expected);
  expect(Object.fromEntries(got.headers)).toMatchObject(expected);
  expect(head.bytes).toHaveLength(0);
  const headers = { "if-none-match": got.headers.get("etag") ?? "" };
  const again = await rig.call(user, `GET ${IMAGE}?t=124`, { headers });
  expect([again.status, again.bytes.length]).toEqual([304, 0]);
});

test("nothing is sent to an offline station, and nothing is queued for it", async () => {
  await rig.leave();
  const before = await rig.db.selectFrom("captures").select("id").execute();
  const reply = await rig.call(user, TAKE_IMAGES, lights);
  expect([reply.status, JSON.parse(reply.text).detail]).toEqual([
    503,
    "The station is offline, so it cannot take images.",
  ]);
  expect(await rig.db.selectFrom("captures").select("id").execute()).toEqual(before);
  const station = await rig.enter();
  expect(await rig.commands.send({ station: HARBOR, command: commands.ping, data: {}, timeoutMs: 60_000 })).toEqual({
    kind: "done",
    output: null,
  });
  expect(station.received.map(({ name }) => name)).toEqual(["ping"]);
});

test("a failure is reported with the station's own message", async () => {
  const message = "The HexBoard is not found.";
  rig.station().onCommand(() => ({ code: COMMAND_CODES.failed, message }));
  const refused = await rig.call(user, TAKE_IMAGES, lights);
  expect([refused.status, JSON.parse(refused.text).detail]).toEqual([503, `The station took no images: ${message}`]);
  expect(JSON.parse(refused.text)).not.toHaveProperty("partial");
  rig.station().onCommand(uploadsImages("lime", [{ camera: "cam1", message: "It is not detected on USB." }]));
  const partly = await rig.call(user, TAKE_IMAGES, lights);
  const sentence = "1 of 2 images were taken. camera_cam1 is not detected on USB.";
  const arrived = [{ camera: "cam0", last_modified: new Date(rig.clock.ms).toISOString() }];
  expect(JSON.parse(partly.text)).toMatchObject({ status: 503, detail: sentence, partial: arrived });
  expect(await imageColor()).toBe("green");
});

test("a station that has no cameras or cannot take images is refused with the reason", async () => {
  const cases: [Partial<Capabilities>, number, string][] = [
    [{ cameras: [] }, 409, "This station has no cameras."],
    [{ commands: ["ping"] }, 503, "This station can't take images on demand."],
  ];
  for (const [capabilities, status, detail] of cases) {
    await rig.leave();
    const station = await rig.enter(capabilities);
    const reply = await rig.call(user, TAKE_IMAGES, lights);
    expect([reply.status, JSON.parse(reply.text).detail]).toEqual([status, detail]);
    expect(station.received).toEqual([]);
  }
});

test("a station takes images at most six times a minute, for all users together", async () => {
  rig.station().onCommand(uploadsImages("red"));
  const admin = await rig.person("staff@groundcrew.example", rig.orgs.provider);
  for (const who of [user, admin, user, admin, user, admin]) {
    expect((await rig.call(who, TAKE_IMAGES, lights)).status).toBe(201);
    rig.clock.ms += 1_000;
  }
  const reply = await rig.call(user, TAKE_IMAGES, lights);
  expect([reply.status, reply.headers.get("retry-after")]).toEqual([429, "54"]);
  expect(JSON.parse(reply.text).detail).toContain("Try again in 54 s.");
  expect(rig.station().received).toHaveLength(6);
  rig.clock.ms += 54_000;
  expect((await rig.call(user, TAKE_IMAGES, lights)).status).toBe(201);
});

test("an idempotency key is provisional until the images have arrived", async () => {
  const { promise: release, resolve } = Promise.withResolvers<void>();
  const uploads = uploadsImages("red");
  rig.station().onCommand(async (command) => {
    await release;
    return uploads(command);
  });
  const isProvisional = async () => {
    const rows = await rig.db
      .selectFrom("idempotency_keys")
      .select("provisional_until")
      .where("key", "=", "slow")
      .execute();
    return rows.map(({ provisional_until: until }) => until !== null);
  };
  const pendingCall = rig.call(user, TAKE_IMAGES, { ...lights, headers: { "idempotency-key": "slow" } });
  await expect.poll(() => rig.station().received.length).toBe(1);
  expect(await isProvisional()).toEqual([true]);
  resolve();
  expect((await pendingCall).status).toBe(201);
  expect(await isProvisional()).toEqual([false]);
});

test("requests with the same idempotency key send one command; after a failure the key can be used again", async () => {
  const headers = { "idempotency-key": "take 1" };
  rig.station().onCommand(() => ({ code: COMMAND_CODES.busy, message: "Busy." }));
  expect((await rig.call(user, TAKE_IMAGES, { ...lights, headers })).status).toBe(503);
  rig.station().onCommand(uploadsImages("red"));
  expect((await rig.call(user, TAKE_IMAGES, { ...lights, headers })).status).toBe(201);
  const again = await rig.call(user, TAKE_IMAGES, { ...lights, headers });
  expect([again.status, again.text]).toEqual([202, "[]"]);
  expect(rig.station().received).toHaveLength(2);
});

test("a station of another organization, one that does not exist and a camera without an image get the same 404", async () => {
  rig.station().onCommand(uploadsImages("red"));
  await rig.call(user, TAKE_IMAGES, lights);
  await rig.station().receives("capture");
  const before = rig.station().received.length;
  const none = await rig.call(user, `GET /stations/gc-ffffffffffff/cameras/cam0/image`);
  expect(none.status).toBe(404);
  for (const [who, line, options] of [
    [other, `GET ${IMAGE}`, {}],
    [other, `GET /stations/${HARBOR}/cameras`, {}],
    [other, TAKE_IMAGES, lights],
    [user, `GET /stations/${HARBOR}/cameras/cam7/image`, {}],
    [user, "POST /stations/gc-ffffffffffff/cameras/*/image", lights],
    [user, `GET /stations/${HARBOR}/cameras/*/image`, {}],
  ] as const) {
    const reply = await rig.call(who, line, options);
    expect([line, reply.status, reply.text]).toEqual([line, 404, none.text]);
  }
  const responses = [
    await rig.call(other, `HEAD ${IMAGE}`),
    await rig.call(user, "HEAD /stations/gc-f/cameras/cam0/image"),
  ];
  expect(responses.map(({ status, headers }) => [status, headers.get("last-modified")])).toEqual([
    [404, null],
    [404, null],
  ]);
  expect(rig.station().received).toHaveLength(before);
  const one = await rig.call(user, `POST /stations/${HARBOR}/cameras/cam0/image`, lights);
  expect(one.status).toBe(422);
});

test("the audit records who requested images and which station uploaded them", async () => {
  rig.station().onCommand(uploadsImages("red"));
  await rig.call(user, TAKE_IMAGES, lights);
  const rows = await rig.db
    .selectFrom("audit_entries")
    .select(["actor_kind", "actor", "action", "target", "org_id"])
    .orderBy("id", "desc")
    .limit(3)
    .execute();
  const about = { target: `station ${HARBOR}`, org_id: rig.orgs.harbor };
  const upload = { actor_kind: "station", actor: HARBOR, action: "uploadImage", ...about };
  const requested = { actor_kind: "user", actor: "user@harbor.example", action: "takeImages", ...about };
  expect(rows).toEqual([upload, upload, requested]);
});

const sweeping = { db: rig.db, signal: new AbortController().signal };
const anHourLater = () => rig.clock.ms + 2 * 3_600_000;

test("expired uploads are removed, and the latest images stay", async () => {
  rig.station().onCommand(uploadsImages("blue"));
  await rig.call(user, TAKE_IMAGES, lights);
  await rig.files.put("0".repeat(32), Buffer.from("left by a crash"));
  const capture = { id: "crashed", station_name: HARBOR, lights_on: true, created: new Date(0).toISOString() };
  await rig.db.insertInto("captures").values(capture).execute();
  await rig.db
    .insertInto("image_uploads")
    .values({
      token_hash: Buffer.alloc(32),
      capture_id: capture.id,
      camera_id: "cam0",
      file: "0".repeat(32),
      expires: new Date(0).toISOString(),
      arrived: null,
    })
    .execute();
  await sweepImages({ ...sweeping, files: rig.files, now: anHourLater() });
  const shown = await rig.db.selectFrom("camera_images").select("file").orderBy("file").execute();
  expect((await storedFiles()).toSorted()).toEqual(shown.map(({ file }) => file));
  const remaining = await rig.db.selectFrom("image_uploads").select("file").orderBy("file").execute();
  expect(remaining).toEqual(shown);
  expect(await rig.db.selectFrom("captures").select("id").execute()).toHaveLength(1);
  expect(await imageColor()).toBe("blue");
});

test("all expired uploads are removed at once, even if one file cannot be removed", async () => {
  const created = new Date(0).toISOString();
  await rig.db.insertInto("captures").values({ id: "many", station_name: HARBOR, lights_on: true, created }).execute();
  await sql`
    insert into image_uploads (token_hash, capture_id, camera_id, file, expires)
    select sha256(n::text::bytea), 'many', n::text, md5(n::text), ${created}::timestamptz + n * interval '1 second'
    from generate_series(1, 2500) n`.execute(rig.db);
  const remaining = () => rig.db.selectFrom("image_uploads").select("file").where("capture_id", "=", "many").execute();
  const first = createHash("md5").update("1").digest("hex");
  async function remove(name: string): Promise<void> {
    if (name === first) throw new Error("This file cannot be removed.");
  }
  const files = { ...rig.files, remove };
  await expect(sweepImages({ ...sweeping, files, now: anHourLater() })).rejects.toThrow("This file cannot be removed.");
  expect(await remaining()).toHaveLength(2_500 - 999);
  await sweepImages({ ...sweeping, files: { ...files, remove: async () => {} }, now: anHourLater() });
  expect(await remaining()).toEqual([]);
});
