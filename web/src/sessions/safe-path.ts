/**
 * The path to open after login: the requested one if it is on this site, else `/`. Browsers drop tabs and read `\` as `/`, so
 * the path is checked as the browser parses it.
 */
export function safePath(r: string | undefined, origin: string): string {
  if (r === undefined || !r.startsWith("/") || !URL.canParse(r, origin)) return "/";
  const { origin: leadsTo, pathname, search, hash } = new URL(r, origin);
  if (leadsTo !== origin || pathname.startsWith("//") || pathname === "/login") return "/";
  return `${pathname}${search}${hash}`;
}

/** The query for a path that was requested while logged out; empty for `/`. */
export function returnPath(path: string): { r?: string } {
  return path === "/" ? {} : { r: path };
}
