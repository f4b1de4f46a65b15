/** How replies of the API may be cached: by the client itself, which revalidates them, and separately for each caller. */
export const CACHING = { control: "private, no-cache", vary: "Cookie, Authorization" } as const;

/** Whether an `If-None-Match` header contains an entity tag, by weak comparison (RFC 9110, section 13.1.2). */
export function matchesTag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  if (header === tag) return true;
  if (header.trim() === "*") return true;
  const [opaque] = opaqueTags(tag);
  return opaqueTags(header).some((candidate) => candidate === opaque);
}

function opaqueTags(header: string): string[] {
  return [...header.matchAll(/(?:W\/)?"([^"]*)"/g)].map(([, opaque = ""]) => opaque);
}
