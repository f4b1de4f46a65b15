import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build, type Plugin } from "vite";

/** Icons of the installed console. Systems cut `maskable` ones to their own shape; an iPhone or iPad uses the one in the page. */
const ICONS = [
  { file: "icon-192.png", sizes: "192x192", purpose: "any" },
  { file: "icon-512.png", sizes: "512x512", purpose: "any" },
  { file: "maskable-512.png", sizes: "512x512", purpose: "maskable" },
] as const;
const APPLE_ICON = "apple-180.png";
const MANIFEST = "manifest.webmanifest";
const WORKER = "service-worker.js";

/** Adds what lets browsers install the console: its manifest, its icons and its service worker. The server completes them. */
export function installFiles(): Plugin {
  return {
    name: "install-files",
    apply: "build",
    async generateBundle() {
      const addIcon = (file: string) => {
        const source = readFileSync(new URL(`icons/${file}`, import.meta.url));
        return `/${this.getFileName(this.emitFile({ type: "asset", name: file, source }))}`;
      };
      const icons = ICONS.map(({ file, sizes, purpose }) => ({
        src: addIcon(file),
        type: "image/png",
        sizes,
        purpose,
      }));
      addIcon(APPLE_ICON);
      this.emitFile({ type: "asset", fileName: MANIFEST, source: JSON.stringify(manifestOf(icons)) });
      this.emitFile({ type: "asset", fileName: WORKER, source: await buildWorker() });
    },
    transformIndexHtml: {
      order: "post",
      handler(_, { bundle = {} }) {
        const apple = Object.keys(bundle).find((name) => name.startsWith("assets/apple-180")) ?? "";
        return [
          { tag: "link", attrs: { rel: "manifest", href: `/${MANIFEST}` }, injectTo: "head" },
          { tag: "link", attrs: { rel: "apple-touch-icon", href: `/${apple}` }, injectTo: "head" },
        ];
      },
    },
  };
}

/** The web app manifest. The server replaces the product's name. Its colors are those of the light theme's page. */
function manifestOf(icons: readonly object[]): object {
  const product = "__PRODUCT__";
  const address = { id: "/", start_url: "/", scope: "/" };
  const colors = { background_color: "#ffffff", theme_color: "#ffffff" };
  return { name: product, short_name: product, ...address, display: "standalone", ...colors, icons };
}

/** The code of the service worker as one script. */
async function buildWorker(): Promise<string> {
  const input = fileURLToPath(new URL("service-worker/service-worker.ts", import.meta.url));
  const built = await build({
    configFile: false,
    logLevel: "warn",
    publicDir: false,
    build: { write: false, target: "es2024", rolldownOptions: { input, output: { format: "iife" } } },
  });
  const outputs = [built].flat().flatMap((part) => ("output" in part ? part.output : []));
  const chunk = outputs.find((part) => part.type === "chunk");
  if (!chunk || outputs.length > 1) throw new Error("The service worker is not one script.");
  return chunk.code;
}
