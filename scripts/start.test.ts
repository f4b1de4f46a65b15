import { randomUUID } from "node:crypto";
import { mkdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { settings } from "../server/src/platform/config/index.ts";
import { FREE_PORTS, startProduct } from "./start-product.ts";

// A mkdtemp folder has mode 0700, in which the PostgreSQL user could not read its data when the tests run as root.
const home = join(tmpdir(), `groundcrew-start-${randomUUID()}`);
mkdirSync(home);
afterAll(() => rmSync(home, { recursive: true, force: true }));

/** A first start creates a database and its data: 5 s, many times as long beside other tests. */
const START_MS = 90_000;

test("each invalid environment variable is reported with a sentence", async () => {
  const { code, errors } = await startProduct({ PORT: "none", STATIONS: "-1" }).ended;
  expect(code).toBe(1);
  expect(errors.trim().split("\n")).toEqual([
    expect.stringMatching(/^PORT must be .*\.$/),
    expect.stringMatching(/^STATIONS must be .*\.$/),
  ]);
});

test("a variable that looks like a misspelled setting is reported at startup", async () => {
  const { errors } = await startProduct({ ORIGN: "https://console.example.com", PORT: "none" }).ended;
  expect(errors).toMatch(/^ORIGN is not a setting and is ignored\. Did you mean ORIGIN\?\nPORT must be .*\.\n$/);
});

test("--help names every setting and starts nothing", async () => {
  const product = startProduct({ PORT: "none" }, ["--help"]);
  expect(await product.ended).toEqual({ code: 0, errors: "" });
  const named = product.output().match(/^ {2}[A-Z][A-Z0-9_]+/gm) ?? [];
  expect(named.map((name) => name.trim())).toEqual(settings.map(({ name }) => name));
});

test("production without its secrets does not start", async () => {
  const { code, errors } = await startProduct({ GROUNDCREW_MODE: "production" }).ended;
  expect(code).toBe(1);
  expect(errors).toContain("SECRET_KEY is required in production");
});

test(
  "a first start from an empty folder shows the logins, serves the console, and ends with 0",
  async () => {
    const product = startProduct({ ...FREE_PORTS, DATA_DIR: join(home, "data"), STATIONS: "3" });
    const page = await fetch(await product.ready());
    expect(page.headers.get("content-type")).toContain("text/html");
    expect(product.output()).toContain("admin@groundcrew.example");
    // Only lines for people, no log lines.
    expect(product.output()).not.toMatch(/^\{/m);
    product.child.kill("SIGTERM");
    expect(await product.ended).toEqual({ code: 0, errors: "" });
  },
  START_MS,
);
