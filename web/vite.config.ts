import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

/** Where `npm run dev` has its server. */
const server = `http://127.0.0.1:${process.env["PORT"] ?? "4000"}`;

export default defineConfig({
  plugins: [react(), settlements(), compressed()],
  resolve: { alias: [{ find: /^zod$/, replacement: fileURLToPath(new URL("./src/zod.ts", import.meta.url)) }] },
  // The server puts a fresh nonce here with every page; without one it allows no <style> at all.
  html: { cspNonce: "__CSP_NONCE__" },
  build: {
    target: "es2024",
    modulePreload: { polyfill: false },
    // Everything is a file of its own: the content security policy allows no data: fonts.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1_000,
  },
  server: { proxy: { "/api": { target: server } } },
});

/** Keeps of the list of settlements what the map names: name, place and size, the largest first; a fifth of its size. */
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
        .map(({ city, lat, lng, pop }) => [city, near(lat), near(lng), pop]);
      return { code: JSON.stringify(short), map: null };
    },
  };
}

/** To about a hundred metres. */
function near(degrees: number): number {
  return Math.round(degrees * 1_000) / 1_000;
}

/** Leaves a .br and a .gz beside each file that shrinks, for the server to send as they are. */
function compressed(): Plugin {
  return {
    name: "compressed",
    apply: "build",
    // After everything else: the last thing Vite writes into a file is which files to load along with a lazy one.
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
