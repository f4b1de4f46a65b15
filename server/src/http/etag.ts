/** Whether an `If-None-Match` header names an entity tag, compared weakly (RFC 9110, section 13.1.2). */
export function matchesTag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  if (header.trim() === "*") return true;
  const [opaque] = opaqueTags(tag);
  return opaqueTags(header).some((one) => one === opaque);
}

function opaqueTags(header: string): string[] {
  return [...header.matchAll(/(?:W\/)?"([^"]*)"/g)].map(([, opaque = ""]) => opaque);
}
