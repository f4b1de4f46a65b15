import { truncate } from "@groundcrew/shared/lib";

/** Longer texts are cut, so that an address does not exceed a server's limit. */
const TEXT_MAX = 500;

/**
 * Reads the settings of the pages below a route from an address: texts whose keys start with one of `starts` that ends in `-`, or are one of
 * them. What they mean is decided by the views of these pages, whose code is loaded with them.
 */
export function settingsWith(...starts: readonly string[]) {
  const isKept = (key: string, text: string) =>
    starts.some((start) => (start.endsWith("-") ? text !== "" && key.startsWith(start) : key === start));
  return (query: Readonly<Record<string, unknown>>): Record<string, string> =>
    Object.fromEntries(
      Object.entries(query).flatMap(([key, text]) =>
        typeof text === "string" && isKept(key, text) ? [[key, truncate(text, TEXT_MAX)]] : [],
      ),
    );
}
