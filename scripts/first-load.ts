import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

/** How much of the built web app a browser downloads before it can show the login page or the stations list: bytes after gzip. */
export type FirstLoad = { page: number; scripts: number; styles: number };

/** Measures the page with its scripts, their static imports and its styles. The font (48 KB) and responses of the API are not included. */
export function firstLoad(dist: string): FirstLoad {
  const page = readFileSync(join(dist, "index.html"), "utf8");
  const scripts = new Map<string, number>();

  function follow(text: string): void {
    const names = text.matchAll(/(?:src="\/?|href="\/?|from\s*"\.\/|import\s*"\.\/)(?:assets\/)?([\w.-]+\.js)"/g);
    for (const [, name] of names) {
      if (name === undefined || scripts.has(name)) continue;
      const script = readFileSync(join(dist, "assets", name), "utf8");
      scripts.set(name, size(script));
      follow(script);
    }
  }

  // The links to what is fetched later count, but not their files.
  const first = page.replaceAll(/<link rel="later".*>/g, "");
  follow(first);
  const styles = [...first.matchAll(/href="\/?assets\/([\w.-]+\.css)"/g)].map(([, name = ""]) =>
    size(readFileSync(join(dist, "assets", name), "utf8")),
  );
  return { page: size(page), scripts: sum([...scripts.values()]), styles: sum(styles) };
}

function size(text: string): number {
  return gzipSync(text, { level: 9 }).length;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
