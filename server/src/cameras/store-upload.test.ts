import { once } from "node:events";
import { chmod, mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { Agent, request as httpRequest } from "node:http";
import { join } from "node:path";
import { IMAGE_LIMITS } from "@groundcrew/shared/cameras";
import { expect, onTestFinished, test } from "vitest";
import { upload, cameraRig, finish, imageFile, uploadsOf } from "../../test/camera-rig.ts";
import { HARBOR } from "../../test/link-rig.ts";
import { metric } from "../../test/metrics.ts";
import { diskStore } from "../platform/files/index.ts";

const rig = await cameraRig({ waitMs: 50 });
const { user, takeImages, imageColor } = rig;

/** How many uploads have ended in each way. */
function uploadCounts(): Promise<number[]> {
  const count = async (outcome: string) =>
    (await metric("groundcrew_image_upload_duration_seconds_count", { outcome })) ?? 0;
  return Promise.all(["stored", "refused", "failed"].map(count));
}

/** An address that waits for an image of the first camera. */
async function anAddress(): Promise<string> {
  const { capture } = await takeImages();
  await finish(rig.station(), capture);
  return uploadsOf(capture)[0]?.url ?? "";
}

async function put(url: string, body: Buffer, headers: Record<string, string> = {}) {
  const reply = await fetch(url, { method: "PUT", body, headers });
  const text = await reply.text();
  return { status: reply.status, text, detail: text === "" ? "" : String(JSON.parse(text).detail) };
}

async function storedFiles(): Promise<number> {
  const entries = await readdir(rig.folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).length;
}

test("an upload address accepts one image; a used, expired or invalid one gets the same 404", async () => {
  const url = await anAddress();
  expect(await upload(url, await imageFile("red"))).toBe(204);
  const late = await anAddress();
  rig.clock.ms += 90_000;
  const unknown = new URL(`/api/uploads/${"A".repeat(43)}`, url).href;
  const answers = [];
  for (const one of [url, late, unknown, `${url}x`]) answers.push(await put(one, await imageFile("blue")));
  const nothing = "Not found, or you don't have access to it.";
  expect(answers.map(({ status, detail }) => [status, detail])).toEqual(answers.map(() => [404, nothing]));
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  expect(await imageColor()).toBe("red");
});

test("when many uploads to one address run at once, one succeeds and is stored", async () => {
  const url = await anAddress();
  const before = await storedFiles();
  const [red, blue] = [await imageFile("red"), await imageFile("blue")];
  const statuses = await Promise.all([red, blue, red, blue, red, blue].map((file) => upload(url, file)));
  expect(statuses.filter((status) => status !== 404)).toEqual([204]);
  const winner = statuses.indexOf(204);
  expect(await imageColor()).toBe(winner % 2 === 0 ? "red" : "blue");
  expect(await storedFiles()).toBe(Math.max(before, 1));
});

test("an image is recognized by its content, not by its declared type", async () => {
  for (const type of ["image/svg+xml", "text/html", "application/octet-stream"]) {
    const url = await anAddress();
    expect((await put(url, await imageFile("lime"), { "content-type": type })).status).toBe(204);
    rig.clock.ms += 60_000;
    const shown = await rig.call(user, `GET /stations/${HARBOR}/cameras/cam0/image`);
    expect(shown.headers.get("content-type")).toBe("image/jpeg");
  }
});

test("an invalid image is rejected with a sentence and changes nothing, and the address can still be used", async () => {
  const url = await anAddress();
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  const behind = Buffer.concat([await imageFile("red"), Buffer.from("<script>")]);
  const before = [await storedFiles(), await imageColor()];
  for (const [file, status, detail] of [
    [svg, 422, "The file is not a JPEG, PNG or WebP image."],
    [Buffer.alloc(0), 422, "The file is not a JPEG, PNG or WebP image."],
    [behind, 422, "The file does not end where its image ends."],
    [Buffer.alloc(IMAGE_LIMITS.bytes + 1), 413, "The image has more than 10 MB."],
  ] as const) {
    expect(await put(url, file, { "content-type": "image/png" })).toMatchObject({ status, detail });
  }
  expect([await storedFiles(), await imageColor()]).toEqual(before);
  expect(await upload(url, await imageFile("blue"))).toBe(204);
  expect(await imageColor()).toBe("blue");
});

test("after an image that is too large the connection can be reused", async () => {
  const { port, pathname: path } = new URL(await anAddress());
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const capture = (method: string, body: Buffer) =>
    new Promise<number | undefined>((resolve, reject) => {
      const sending = httpRequest({ port, agent, method, path }, (reply) => {
        reply.resume().on("end", () => resolve(reply.statusCode));
      });
      sending.on("error", reject);
      sending.end(body);
    });
  expect(await capture("PUT", Buffer.alloc(IMAGE_LIMITS.bytes + 1_000_000))).toBe(413);
  expect(await capture("PUT", await imageFile("blue"))).toBe(204);
  agent.destroy();
});

test("JSON and a body without a type are treated like any other bytes, or rejected", async () => {
  const url = await anAddress();
  expect((await put(url, Buffer.from('{"a":1}'), { "content-type": "application/json" })).status).toBe(422);
  expect((await put(url, Buffer.from("{"), { "content-type": "application/json" })).status).toBe(400);
  const reply = await fetch(url, { method: "PUT" });
  expect(reply.status).toBe(422);
  await reply.body?.cancel();
});

test("a large body is not read without a valid address", async () => {
  const { port } = new URL(rig.app.listeningOrigin);
  const options = { port, method: "PUT", path: `/api/uploads/${"A".repeat(43)}`, headers: { "content-length": 5e8 } };
  const status = await new Promise<number | undefined>((resolve, reject) => {
    const sending = httpRequest(options, (reply) => {
      resolve(reply.statusCode);
      sending.destroy();
    });
    sending.on("error", reject);
    sending.write("x");
  });
  expect(status).toBe(404);
});

test("an aborted upload changes nothing, and the address can be used again", async () => {
  const url = await anAddress();
  const file = await imageFile("red");
  const { port, pathname } = new URL(url);
  const options = { port, method: "PUT", path: pathname, headers: { "content-length": file.length } };
  await new Promise<void>((resolve) => {
    const sending = httpRequest(options);
    sending.on("error", () => resolve());
    sending.write(file.subarray(0, 10), () => sending.destroy(new Error("cut")));
  });
  expect(await upload(url, file)).toBe(204);
});

test("the number of concurrent and waiting uploads is limited; the response to further ones is to retry later", async () => {
  const url = await anAddress();
  const { port, pathname } = new URL(url);
  const options = { port, method: "PUT", path: pathname, headers: { "content-length": 1_000 } };
  const open = Array.from({ length: 217 }, () => httpRequest(options));
  const refused = Promise.race(
    open.map(async (sending) => {
      sending.on("error", () => {});
      sending.write("x");
      const [{ statusCode, headers }] = await once(sending, "response");
      return [statusCode, headers["retry-after"]];
    }),
  );
  expect(await refused).toEqual([503, "5"]);
  for (const sending of open) sending.destroy();
  expect(await upload(url, await imageFile("blue"))).toBe(204);
});

test("when the store fails, the response is 503, the metrics show it, and the address can be used again", async () => {
  const url = await anAddress();
  await rm(rig.folder, { recursive: true });
  await writeFile(rig.folder, "no folder");
  const [stored = 0, rejected = 0, failed = 0] = await uploadCounts();
  const refused = await put(url, await imageFile("lime"));
  const detail = "The image cannot be stored right now. Try again in a moment.";
  expect(refused).toMatchObject({ status: 503, detail });
  await rm(rig.folder);
  await mkdir(join(rig.folder));
  await chmod(rig.folder, 0o700);
  expect(await put(url, Buffer.from("not an image"))).toMatchObject({ status: 422 });
  expect(await upload(url, await imageFile("lime"))).toBe(204);
  expect(await imageColor()).toBe("green");
  await expect.poll(uploadCounts).toEqual([stored + 1, rejected + 1, failed + 1]);
});

test("when an image cannot be read from the store, the response is 503 with a message", async () => {
  const image = `GET /stations/${HARBOR}/cameras/cam0/image?t=2`;
  expect(await upload(await anAddress(), await imageFile("red"))).toBe(204);
  const entries = await readdir(rig.folder, { recursive: true, withFileTypes: true });
  const stored = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  for (const file of stored) {
    await rename(file, `${file}.away`);
    await mkdir(file);
  }
  const { status, text } = await rig.call(user, image);
  const detail = "The image cannot be read right now. Try again in a moment.";
  expect([status, JSON.parse(text).detail]).toEqual([503, detail]);
  for (const file of stored) {
    await rm(file, { recursive: true });
    await rename(`${file}.away`, file);
  }
  expect((await rig.call(user, image)).status).toBe(200);
});

test("other calls accept JSON only", async () => {
  const take = `${rig.app.listeningOrigin}/api/stations/${HARBOR}/cameras/*/image`;
  const headers = { cookie: user, "content-type": "image/png" };
  const reply = await fetch(take, { method: "POST", body: await imageFile("red"), headers });
  expect([reply.status, JSON.parse(await reply.text()).detail]).toEqual([415, "Send the body as application/json."]);
});

test("a store that does not answer delays uploads only", async () => {
  const many = Array.from({ length: 16 }, (_, index) => ({
    id: `cam${index}`,
    name: `camera_${index}`,
    in_use: false,
  }));
  await rig.leave();
  const station = await rig.enter({ cameras: many });
  const { capture } = await takeImages();
  await finish(station, capture);

  const store = diskStore(rig.folder);
  onTestFinished(() => void Object.assign(rig.files, store));
  const { promise: answers, resolve: answer } = Promise.withResolvers<void>();
  let storing = 0;
  rig.files.put = async (name, bytes) => {
    storing += 1;
    await answers;
    await store.put(name, bytes);
  };
  const file = await imageFile("lime");
  const statuses = uploadsOf(capture).map(({ url }) => upload(url, file));
  await expect.poll(() => storing).toBeGreaterThanOrEqual(4);
  const others = Array.from({ length: 20 }, () => rig.call(user, `GET /stations/${HARBOR}/cameras`));
  expect((await Promise.all(others)).map(({ status }) => status)).toEqual(others.map(() => 200));
  expect(storing).toBe(4);
  answer();
  expect(await Promise.all(statuses)).toEqual(many.map(() => 204));
});
