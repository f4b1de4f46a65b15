/** The value of JSON; null for what is none. */
export function parsed(source: string): unknown {
  try {
    return JSON.parse(source);
  } catch {
    // Not JSON.
    return null;
  }
}

export function isJson(source: string): boolean {
  return source === "null" || parsed(source) !== null;
}
