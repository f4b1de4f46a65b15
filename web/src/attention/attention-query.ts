import { truncate } from "@groundcrew/shared/lib";

const keys = [
  "at-section",
  "at-own",
  "at-org",
  "at-kind",
  "at-q",
  "at-sort",
  "ru-of",
  "ru-q",
  "dl-result",
  "dl-rule",
  "dl-channel",
  "dl-t",
  "dl-q",
  "acknowledge",
] as const;

/** The settings of Attention's pages in an address: only what differs from the default. */
export type AttentionQuery = Partial<Record<(typeof keys)[number], string>>;

/** The settings in an address. What they mean is decided by the pages, whose code is loaded with them. */
export function attentionQuery(query: Record<string, unknown>): AttentionQuery {
  return Object.fromEntries(
    keys.flatMap((key) => {
      const text = query[key];
      if (typeof text !== "string") return [];
      // The parameter alone is enough to ask.
      if (text === "" && key !== "acknowledge") return [];
      return [[key, truncate(text, 500)]];
    }),
  );
}
