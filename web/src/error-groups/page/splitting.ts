import type { GroupVariation } from "@groundcrew/shared/error-groups";

/** A placeholder that a group can be split by. */
export type SplitChoice = { key: string; fingerprint: number; placeholder: number; name: string; help: string };

/** The placeholders at which several values were found, those that are best to split by first. */
export function splitChoices(variations: readonly GroupVariation[]): SplitChoice[] {
  return variations
    .map((variation) => ({ ...variation, count: variation.values.length + variation.other_values }))
    .filter(({ kind, count }) => kind === "placeholder" && count > 1)
    .toSorted((a, b) => a.count - b.count)
    .flatMap(({ fingerprint, placeholder, name, values, other_values }) => {
      if (fingerprint === null || placeholder === null) return [];
      const others = other_values === 0 ? "" : ` and ${other_values} more`;
      return {
        key: `${fingerprint} ${placeholder}`,
        fingerprint,
        placeholder,
        name: name === "" ? "the beginning" : name,
        help: `${values.map(({ value }) => value).join(", ")}${others}`,
      };
    });
}
