import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { installFiles } from "./install-files.ts";
import { laterFiles } from "./later-files.ts";
import { routerParts } from "./router-parts.ts";
import { zodParts } from "./zod-parts.ts";

/** The server that `npm run dev` proxies to. */
const server = `http://127.0.0.1:${process.env["PORT"] ?? "4000"}`;

const root = fileURLToPath(new URL(".", import.meta.url));

export default defineConfig({
  plugins: [
    react(),
    settlements(),
    withoutDescriptions(),
    withoutParameters(),
    unnamedIcons(),
    zodParts(),
    routerParts(),
    fixedTokens(),
    laterFiles(),
    installFiles(),
    compressed(),
  ],
  resolve: {
    alias: [
      { find: /^zod$/, replacement: fileURLToPath(new URL("./src/zod.ts", import.meta.url)) },
      // React has what the shim adds to older versions of it.
      { find: /^use-sync-external-store\/shim\/with-selector$/, replacement: "use-sync-external-store/with-selector" },
    ],
  },
  // `npm run dev` and the component tests use the same zod as the built app.
  optimizeDeps: { rolldownOptions: { plugins: [zodParts()] } },
  css: { modules: process.env["NODE_ENV"] === "production" ? { generateScopedName: shortName } : {} },
  // The server replaces this with a new nonce for every page. Without a nonce, the policy allows no <style>.
  html: { cspNonce: "__CSP_NONCE__" },
  build: {
    target: "es2024",
    modulePreload: { polyfill: false },
    // No inlining: the content security policy does not allow fonts from data: URLs.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1_200,
    // What the first page needs is one file, without what only lazy parts use. What several of those share of the kit is another file, and
    // so are their icons: the first script names every file.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: "first", tags: ["$initial"] },
            { name: "kit", test: /\/web\/src\/(?:kit|lib|ui)\//, minShareCount: 2 },
            { name: "data", test: /\/web\/src\/data\//, minShareCount: 2 },
            { name: "icons", test: /\/@tabler\/icons-react\//, minShareCount: 2 },
          ],
        },
        // Short hashes and no names, because the first script names every other file.
        chunkFileNames: "assets/[hash:7].js",
        assetFileNames: ({ names }) =>
          names[0]?.endsWith(".css") && names[0] !== "index.css"
            ? "assets/[hash:7][extname]"
            : "assets/[name]-[hash:7][extname]",
      },
    },
  },
  server: { proxy: { "/api": { target: server } } },
});

/** Leaves out what only the server reads of calls: their summaries, the descriptions of their fields and the scopes of API keys. */
function withoutDescriptions(): Plugin {
  return {
    name: "without-descriptions",
    enforce: "pre",
    transform(code, id) {
      if (!/\/shared\/src\/[\w/-]+\.ts$/.test(id)) return null;
      const text = String.raw`"(?:[^"\\]|\\.)*"`;
      const shortened = code
        .replaceAll(new RegExp(String.raw`^ {2}summary:\s+${text},$`, "gm"), '  summary: "",')
        .replaceAll(/^ {2}keyScope: (?:"\w+"|null),$/gm, "")
        .replaceAll(new RegExp(String.raw`\.describe\(\s*${text},?\s*\)`, "g"), "");
      return { code: shortened, map: null };
    },
  };
}

/** Leaves out what calls say about their parameters and refusals, which only the server reads. Servers of tests read it too. */
function withoutParameters(): Plugin {
  return {
    name: "without-parameters",
    apply: "build",
    enforce: "pre",
    transform(code, id) {
      if (!/\/shared\/src\/[\w/-]+api\.ts$/.test(id)) return null;
      const shortened = code
        .replaceAll(/^ {2}refusals: \[[\d, ]*\],$/gm, "")
        .replaceAll(/^ {2}(?:params|query): (?:.*,|z\.(?:object|strictObject)\(\{\n(?: {4}.*\n)* {2}\}\),)$/gm, "");
      return { code: shortened, map: null };
    },
  };
}

/** Leaves out the names of icons and the keys of their parts: nothing asks for them, and React only compares keys of what changes its order. */
function unnamedIcons(): Plugin {
  return {
    name: "unnamed-icons",
    apply: "build",
    enforce: "pre",
    transform(code, id) {
      if (!/\/@tabler\/icons-react\/dist\/esm\/icons\/\w+\.mjs$/.test(id)) return null;
      const unnamed = code.replace(/(createReactComponent\("\w+"), "[\w-]+", "\w+"/, '$1, "", ""');
      return { code: unnamed.replaceAll(/, "key": "svg-\d+"/g, ""), map: null };
    },
  };
}

/** Puts the tokens for space, which never change, in their places: numbers are shorter than names. */
function fixedTokens(): Plugin {
  const tokens = readFileSync(`${root}src/ui/tokens.css`, "utf8");
  const values = new Map(Array.from(tokens.matchAll(/(--gc-\d\w*): (\d+px);/g), ([, name, value]) => [name, value]));
  return {
    name: "fixed-tokens",
    apply: "build",
    enforce: "pre",
    transform(code, id) {
      if (!id.endsWith(".css")) return null;
      const used = code.replaceAll(/var\((--gc-\d\w*)\)/g, (use, name) => values.get(name) ?? use);
      return { code: used.replaceAll(/--gc-\d\w*: \d+px;/g, ""), map: null };
    },
  };
}

/** Reduces the list of settlements to what the map shows: name, position and population, largest first. */
function settlements(): Plugin {
  type City = { city: string; lat: number; lng: number; pop: number };
  return {
    name: "settlements",
    enforce: "pre",
    transform(code, id) {
      if (!id.endsWith("/city-timezones/data/cityMap.json")) return null;
      const cities: City[] = JSON.parse(code);
      const short = cities
        .toSorted((a, b) => b.pop - a.pop)
        .map(({ city, lat, lng, pop }) => [city, rounded(lat), rounded(lng), pop]);
      return { code: JSON.stringify(short), map: null };
    },
  };
}

/** Rounds to about a hundred metres. */
function rounded(degrees: number): number {
  return Math.round(degrees * 1_000) / 1_000;
}

/** Writes a .br and a .gz version beside each file that gets smaller, which the server sends as they are. */
function compressed(): Plugin {
  return {
    name: "compressed",
    apply: "build",
    // Runs last: Vite's final change to a file is the list of files to preload with a lazy chunk.
    generateBundle: {
      order: "post",
      handler(_, bundle) {
        for (const [fileName, output] of Object.entries(bundle)) {
          if (!/^assets\/.*\.(js|css|svg)$/.test(fileName)) continue;
          const source = Buffer.from(output.type === "chunk" ? output.code : output.source);
          const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };
          this.emitFile({ type: "asset", fileName: `${fileName}.br`, source: brotliCompressSync(source, quality) });
          this.emitFile({ type: "asset", fileName: `${fileName}.gz`, source: gzipSync(source, { level: 9 }) });
        }
      },
    },
  };
}

/** The style sheet that each short name stands for. */
const sheets = new Map<string, string>();

/** The name of a class or animation in the built page: short, since the first page has some hundred of them. */
function shortName(name: string, path: string, css: string): string {
  const names = Array.from(css.matchAll(/(?:\.|@keyframes )([A-Za-z][\w-]*)/g), ([, found]) => found);
  const index = [...new Set(names)].indexOf(name);
  if (index < 0) throw new Error(`${path} has no class or animation called ${name}.`);
  const file = relative(root, path);
  const sheet = createHash("sha256").update(file).digest("base64url").slice(0, 3);
  const other = sheets.get(sheet) ?? file;
  if (other !== file) throw new Error(`${file} and ${other} have the same short name; rename one of them.`);
  sheets.set(sheet, file);
  return `_${sheet}${index.toString(36)}`;
}
