/**
 * Where to go after login: the path someone was on their way to, if it is one of this console's own, else `/`. Browsers drop
 * tabs and read `\` as `/`, so the path is judged as the browser will read it, not as it is written.
 */
export function safePath(r: string | undefined, origin: string): string {
  if (r === undefined || !r.startsWith("/") || !URL.canParse(r, origin)) return "/";
  const { origin: leadsTo, pathname, search, hash } = new URL(r, origin);
  if (leadsTo !== origin || pathname.startsWith("//") || pathname === "/login") return "/";
  return `${pathname}${search}${hash}`;
}

/** What to remember of the path someone asked for while logged out; nothing for a bare `/`. */
export function returnPath(asked: string): { r?: string } {
  return asked === "/" ? {} : { r: asked };
}
