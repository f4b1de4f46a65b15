import type { HtmlTagDescriptor, IndexHtmlTransformContext, Plugin } from "vite";

type Bundle = NonNullable<IndexHtmlTransformContext["bundle"]>;

/** What is likely to be needed: heads of groups, the content of open rows, dialogs, an empty list, and the largest parts, which are the map and the library that draws charts. */
const LATER = [
  "/src/ui/dialog.tsx",
  "/src/data/fleet/no-stations.tsx",
  "/src/stations/list/group-parts.tsx",
  "/src/stations/station-details.tsx",
  "/src/stations/station-dialogs.tsx",
  "/src/stations/map/station-map.tsx",
  "/src/stats/use-drawn-plot.ts",
];

/** Names the files of these modules in the page, from where `useLaterCode` fetches them. Removes comments from the page. */
export function laterFiles(): Plugin {
  return {
    name: "later-files",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler(html, { bundle = {}, chunk }) {
        const first = chunk ? filesOf([chunk.fileName], bundle) : new Set();
        const files = [...filesOf(chunksOf(LATER, bundle), bundle)].filter((name) => !first.has(name));
        const tags = files.map((name) => linkTo(`/${name}`));
        return { html: html.replaceAll(/\n\s*<!--.*-->/g, ""), tags };
      },
    },
  };
}

function linkTo(href: string): HtmlTagDescriptor {
  return { tag: "link", attrs: { rel: "later", href }, injectTo: "head" };
}

/** The chunks that have these modules. Throws if a module is in none. */
function chunksOf(paths: readonly string[], bundle: Bundle): string[] {
  return paths.map((path) => {
    const has = (part: Bundle[string]) => part.type === "chunk" && part.moduleIds.some((id) => id.endsWith(path));
    const found = Object.values(bundle).find(has);
    if (!found) throw new Error(`No chunk has ${path}.`);
    return found.fileName;
  });
}

/** The files of chunks: with what they import, and their styles. */
function filesOf(names: readonly string[], bundle: Bundle, found = new Set<string>()): Set<string> {
  for (const name of names) {
    const part = bundle[name];
    if (found.has(name) || part?.type !== "chunk") continue;
    found.add(name);
    for (const style of part.viteMetadata?.importedCss ?? []) found.add(style);
    filesOf(part.imports, bundle, found);
  }
  return found;
}
