import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { closeSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { addLoad, expectEverythingOnce, expectNothingLost, RECONNECTING, startLoad } from "./crash-load.ts";
import { embeddedServer } from "./embedded-server.ts";
import { valueIn } from "./metrics.ts";
import { canMount, mountDisk, smallDisk } from "./small-disk.ts";
import { signIn } from "./writing-person.ts";

const MB = 1024 * 1024;
const DISK_MB = 250;
/** How soon everything works again once there is space. */
const RECOVERY_MS = 10_000;

// Only root may mount a small disk, and not in every container.
test.runIf(canMount())(
  "on a full disk writing fails with 503, reading works, nothing is lost, and it recovers by itself",
  async () => {
    const disk = smallDisk(DISK_MB);
    const server = await embeddedServer({ DATA_DIR: join(disk, "data") });
    onTestFinished(() => server.stop());
    await addLoad(server.db);
    const call = await signIn(server.url);
    const load = await startLoad({ ...server, seed: 1 });
    onTestFinished(() => load.stop());
    await load.moves();

    const filler = join(disk, "filler");
    fill(filler);
    // The load's entries are of another station.
    let nth = 0;
    const write = () =>
      call("/stations/gc-000000000002/supportlog", {
        body: { content: `${"Written on a full disk. ".repeat(100)}${(nth += 1)}`, status: "note" },
        key: `full ${nth}`,
      });
    // Pages and log that the database has already can still be written to.
    await expect.poll(async () => (await write()).text, { ...RECONNECTING, interval: 5 }).toContain("disk is full");
    const reads = await Promise.all(Array.from({ length: 20 }, () => call("/supportlog/entries")));
    expect(new Set(reads.map(({ status }) => status))).toEqual(new Set([200]));
    const readiness = await fetch(`${server.opsUrl}/readyz`);
    expect([readiness.status, await readiness.text()]).toEqual([503, expect.stringContaining("disk")]);
    await expectNothingLost(server.db, load);

    rmSync(filler);
    const freedAt = performance.now();
    await expect.poll(async () => (await write()).status, { interval: 100 }).toBe(201);
    await load.moves();
    expect(performance.now() - freedAt).toBeLessThan(RECOVERY_MS);
    await expect.poll(async () => (await fetch(`${server.opsUrl}/readyz`)).status).toBe(200);
    await load.finish();
    await expectEverythingOnce(server.db, load, "a full disk");
  },
);

test.runIf(canMount())("a disk for images alone that is full is reported, and nothing else fails", async () => {
  const DATA_DIR = join(tmpdir(), `groundcrew-images-${randomUUID()}`);
  onTestFinished(() => rmSync(DATA_DIR, { recursive: true, force: true }));
  const images = join(DATA_DIR, "images");
  mountDisk(images, 40);
  const server = await embeddedServer({ DATA_DIR });
  onTestFinished(async () => {
    // Otherwise the folder cannot be removed.
    spawnSync("umount", ["-l", images]);
    await server.stop();
  });
  const readiness = async () => {
    const reply = await fetch(`${server.opsUrl}/readyz`);
    return [reply.status, await reply.text()];
  };
  const free = async () => {
    const metrics = await (await fetch(`${server.opsUrl}/metrics`)).text();
    return valueIn(metrics, "groundcrew_disk_free_bytes", { disk: "images" });
  };
  expect((await readiness())[0]).toBe(200);
  expect(await free()).toBeGreaterThan(16 * MB);

  const filler = join(images, "filler");
  fill(filler);
  const full = `disk: The disk that holds ${images} is full: 0 MB are left.`;
  expect(await readiness()).toEqual([503, expect.stringContaining(full)]);
  expect(await free()).toBe(0);
  const call = await signIn(server.url);
  expect((await call("/users?email=meanwhile@harbor.example", { body: {}, key: "meanwhile" })).status).toBe(201);

  rmSync(filler);
  expect((await readiness())[0]).toBe(200);
});

/** Writes a file until the disk is full. */
function fill(path: string): void {
  const file = openSync(path, "w");
  try {
    for (const size of [MB, 4_096]) while (hasWritten(file, size));
  } finally {
    closeSync(file);
  }
}

function hasWritten(file: number, size: number): boolean {
  try {
    return writeSync(file, Buffer.alloc(size)) === size;
  } catch {
    // The disk is full.
    return false;
  }
}
