const BYTES = 16;

/**
 * Random text that nobody can guess, in characters that need no quoting. `crypto.randomUUID` is missing on pages without TLS, where a
 * console may be served on a local network.
 */
export function randomToken(bytes = BYTES): string {
  const random = crypto.getRandomValues(new Uint8Array(bytes));
  return btoa(String.fromCodePoint(...random))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}
