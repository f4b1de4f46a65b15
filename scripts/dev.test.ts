import { randomUUID } from "node:crypto";
import { mkdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { freePort } from "../server/test/free-port.ts";
import { FREE_PORTS, startProduct } from "./start-product.ts";

const DEV = fileURLToPath(new URL("dev.ts", import.meta.url));

test("npm run dev serves the web app from its sources once the server is ready, and stops both", async () => {
  const home = join(tmpdir(), `groundcrew-dev-${randomUUID()}`);
  mkdirSync(home);
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const [PORT, WEB_PORT] = [`${await freePort()}`, `${await freePort()}`];
  const env = { ...FREE_PORTS, PORT, WEB_PORT, RELAY_PORT: "0", STATIONS: "1", DATA_DIR: join(home, "data") };
  const product = startProduct(env, [], DEV);
  await product.ready();
  const web = `http://localhost:${WEB_PORT}`;
  expect(await (await fetch(web)).text()).toContain("/@vite/client");
  expect(await (await fetch(`${web}/api/console`)).json()).toMatchObject({ brand: { product: "Groundcrew" } });
  expect((await fetch(`http://127.0.0.1:${PORT}/`)).status).toBe(404);
  product.child.kill("SIGTERM");
  await product.ended;
  await expect(fetch(web)).rejects.toThrow("fetch failed");
  await expect(fetch(`http://127.0.0.1:${PORT}/readyz`)).rejects.toThrow("fetch failed");
});
