import { z } from "zod";

/** How many alert rules, shared views and wallboards have stations by a site or a tag: those of its organization, and the provider's. */
export const useCounts = z.object({ rules: z.int(), views: z.int(), wallboards: z.int() });
export type UseCounts = z.output<typeof useCounts>;

/** ["2 rules", "1 saved view"] */
export function usedTexts({ rules, views, wallboards }: UseCounts): string[] {
  return [...text(rules, "rule"), ...text(views, "saved view"), ...text(wallboards, "wallboard")];
}

/** "2 rules and 1 saved view"; null for none. */
export function usedText(counts: UseCounts): string | null {
  const texts = usedTexts(counts);
  const last = texts.pop();
  return texts.length === 0 ? (last ?? null) : `${texts.join(", ")} and ${last}`;
}

function text(count: number, noun: string): string[] {
  return count === 0 ? [] : [`${count} ${noun}${count === 1 ? "" : "s"}`];
}
