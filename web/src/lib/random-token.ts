const BYTES = 16;

/**
 * An unguessable random text in characters that need no quoting. `crypto.randomUUID` is missing on pages without TLS, and a
 * console on a local network may be served that way.
 */
export function randomToken(bytes = BYTES): string {
  const random = crypto.getRandomValues(new Uint8Array(bytes));
  return btoa(String.fromCodePoint(...random))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}
