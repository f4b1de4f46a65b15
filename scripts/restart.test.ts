import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { freePort } from "../server/test/free-port.ts";
import { FREE_PORTS, startProduct } from "./start-product.ts";

// A mkdtemp folder has mode 0700, in which the PostgreSQL user could not read its data when the tests run as root.
const home = join(tmpdir(), `groundcrew-restart-${randomUUID()}`);
mkdirSync(home);
afterAll(() => rmSync(home, { recursive: true, force: true }));

test.runIf(process.platform === "linux")(
  "a data folder that cannot be created stops startup with a sentence",
  async () => {
    const { code, errors } = await startProduct({ ...FREE_PORTS, DATA_DIR: "/proc/groundcrew" }).ended;
    expect(code).toBe(1);
    expect(errors).toBe("The folder /proc/groundcrew cannot be created (ENOENT). Choose another DATA_DIR.\n");
  },
);

test.each(["PORT", "OPS_PORT", "MQTT_PORT"])("a %s that is in use stops startup with one sentence", async (name) => {
  const other = createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  const address = other.address();
  const port = String(address !== null && typeof address === "object" ? address.port : "");
  const { code, errors } = await startProduct({ ...FREE_PORTS, [name]: port }).ended;
  other.close();
  expect(code).toBe(1);
  expect(errors).toMatch(new RegExp(`^Port ${port} \\(${name}\\) is in use by another program, .*\\.\\n$`));
});

test("a server starts, rejects a second one on its data, and continues with its data after SIGKILL, SIGTERM and Ctrl-C", async () => {
  const PORT = String(await freePort());
  const env = { ...FREE_PORTS, PORT, DATA_DIR: join(home, "data"), STATIONS: "3" };
  const fleet = () => readFileSync(join(home, "data", "fleet.json"), "utf8");
  const first = startProduct(env);
  await first.ready();
  const firstFleet = fleet();

  const second = await startProduct({ ...env, PORT: "0" }).ended;
  expect(second.code).toBe(1);
  expect(second.errors).toMatch(/^The data in .* is in use by another running Groundcrew .*\.\n$/);

  first.child.kill("SIGKILL");
  await first.ended;

  const afterKill = startProduct(env);
  await afterKill.ready();
  expect(fleet()).toBe(firstFleet);
  afterKill.child.kill("SIGTERM");
  const { code, errors } = await afterKill.ended;
  expect(code).toBe(0);
  // PostgreSQL may not have noticed yet that its server is gone.
  expect(errors).toMatch(/^(Warning: Stopping the PostgreSQL \(process \d+\) that an earlier run left behind\.\n)?$/);

  const afterEnd = startProduct(env);
  await afterEnd.ready();
  expect(fleet()).toBe(firstFleet);
  // One Ctrl-C arrives twice when npm forwards it.
  afterEnd.child.kill("SIGINT");
  await expect.poll(() => afterEnd.output(), { interval: 1 }).toContain("Stopping…");
  afterEnd.child.kill("SIGINT");
  expect(await afterEnd.ended).toEqual({ code: 0, errors: "" });
});
