import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { firstLoad } from "./first-load.ts";
import { z } from "zod";
import { buildWeb } from "./web-build.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const dist = fileURLToPath(new URL("../web/dist", import.meta.url));
const assets = join(dist, "assets");
const manifestSchema = z.object({
  icons: z.array(z.object({ src: z.string(), sizes: z.string(), purpose: z.string() })),
});

test("the web app is built for production, regardless of NODE_ENV", async () => {
  expect(process.env["NODE_ENV"]).toBe("test");
  await buildWeb(() => {});
  const code = globSync("*.js", { cwd: assets }).map((name) => readFileSync(join(assets, name), "utf8"));
  // React's production build has error numbers instead of messages.
  expect(code.some((text) => text.includes("https://react.dev/errors/"))).toBe(true);
  expect(code.filter((text) => text.includes("Invalid hook call"))).toEqual([]);
  expect(code.filter((text) => text.includes("cannot be represented in JSON Schema"))).toEqual([]);
});

test("the build has nothing of the component gallery", async () => {
  await buildWeb(() => {});
  const names = globSync("**/*", { cwd: dist });
  expect(names.filter((name) => name.includes("gallery"))).toEqual([]);
  const texts = names
    .filter((name) => /\.(?:js|html|css)$/.test(name))
    .map((name) => readFileSync(join(dist, name), "utf8"));
  expect(texts.length).toBeGreaterThan(20);
  expect(texts.filter((text) => text.includes("PickerMenu: loading"))).toEqual([]);
});

test("the first page loads at most 205 KB of HTML, scripts and styles, gzipped", async () => {
  await buildWeb(() => {});
  const { page, scripts, styles } = firstLoad(dist);
  expect(scripts).toBeGreaterThan(100_000);
  expect(page + scripts + styles).toBeLessThanOrEqual(205_000);
});

test("zod's sentences are loaded with forms, which show them", async () => {
  await buildWeb(() => {});
  const page = readFileSync(join(dist, "index.html"), "utf8");
  const codes = globSync("*.js", { cwd: assets }).filter((name) =>
    readFileSync(join(assets, name), "utf8").includes("must be a multiple of"),
  );
  expect(codes).toHaveLength(1);
  expect(codes.filter((name) => page.includes(`src="/assets/${name}"`))).toEqual([]);
});

test("the primitives come before the classes of style sheets, which replace what they set", async () => {
  await buildWeb(() => {});
  const [sheet = ""] = globSync("index-*.css", { cwd: assets });
  const text = readFileSync(join(assets, sheet), "utf8");
  const firstModule = text.search(/\._[\w-]{4,}/);
  expect(firstModule).toBeGreaterThan(0);
  expect(text.indexOf(".state-pill{")).toBeGreaterThan(0);
  expect(text.indexOf(".state-pill{")).toBeLessThan(firstModule);
});

test("the page names the code of the map, which browsers fetch when they are idle", async () => {
  await buildWeb(() => {});
  const page = readFileSync(join(dist, "index.html"), "utf8");
  const names = [...page.matchAll(/<link rel="later" href="\/assets\/([^"]+)">/g)].map(([, name = ""]) => name);
  const texts = names.map((name) => readFileSync(join(assets, name), "utf8"));
  expect(texts.some((text) => text.includes("leaflet-marker-icon"))).toBe(true);
  expect(names.filter((name) => page.split(name).length > 2)).toEqual([]);
});

test("the page names a manifest whose icons have the sizes that it says", async () => {
  await buildWeb(() => {});
  const page = readFileSync(join(dist, "index.html"), "utf8");
  expect(page).toContain('<link rel="manifest" href="/manifest.webmanifest">');
  expect(page).toMatch(/<link rel="apple-touch-icon" href="\/assets\/apple-180-[\w-]+\.png">/);
  const manifest = manifestSchema.parse(JSON.parse(readFileSync(join(dist, "manifest.webmanifest"), "utf8")));
  expect(manifest.icons.map(({ sizes, purpose }) => [sizes, purpose])).toEqual([
    ["192x192", "any"],
    ["512x512", "any"],
    ["512x512", "maskable"],
  ]);
  for (const { src, sizes } of manifest.icons) {
    const image = readFileSync(join(dist, src));
    // The size of a PNG is in its first chunk.
    expect(`${image.readUInt32BE(16)}x${image.readUInt32BE(20)}`).toBe(sizes);
  }
});

test("the service worker is one small script without a library", async () => {
  await buildWeb(() => {});
  const script = readFileSync(join(dist, "service-worker.js"), "utf8");
  expect(script).toContain("__BUILD__");
  expect(script).not.toMatch(/\bimport\b/);
  expect(script.length).toBeLessThan(6_000);
});

test("the console reads no parameters of calls, which the build leaves out", () => {
  const codeIn = (folder: string) =>
    globSync("**/*.{ts,tsx}", { cwd: join(root, folder) })
      .filter((name) => !/\.test\.tsx?$/.test(name))
      .map((name) => readFileSync(join(root, folder, name), "utf8"));
  const calls = codeIn("shared/src").flatMap((code) =>
    Array.from(code.matchAll(/^export const (\w+) = endpoint\(/gm), ([, name]) => name),
  );
  expect(calls.length).toBeGreaterThan(100);
  const reads = new RegExp(String.raw`(?<!typeof )\b(?:${calls.join("|")})\.(?:params|query|refusals)\b`, "g");
  expect(codeIn("web/src").flatMap((code) => code.match(reads) ?? [])).toEqual([]);
});
