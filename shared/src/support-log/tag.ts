import { z } from "zod";
import { emailAddress, emptyAsNull, idOf, lineOf, webAddress } from "../lib/index.ts";

/**
 * A tag of support log entries (specification, section 3). An alerting tag has an `alert_target`, an email address or webhook that is
 * notified of new incidents. An alias has the `canonical_id` of its tag, whose `aliases` contain the alias's name.
 */
export const supportLogTag = z.object({
  id: z.number().int(),
  name: z.string(),
  color: z.enum(["danger", "secondary"]),
  alerting: z.boolean(),
  canonical_id: z.number().int().nullable(),
  aliases: z.array(z.string()),
  alert_target: z.string().nullable(),
});
export type SupportLogTag = z.output<typeof supportLogTag>;

/** The color of a tag: alerting tags stand out (section 9). */
export function tagColor(isAlerting: boolean): SupportLogTag["color"] {
  return isAlerting ? "danger" : "secondary";
}

export const tagId = idOf("There is no such tag.");

/** An email address or a webhook. Not a union, because its error would describe only one of the two forms. */
const alertTarget = z.string().transform((text, context) => {
  const target = [emailAddress, webAddress].map((schema) => schema.safeParse(text)).find(({ success }) => success);
  if (target?.data !== undefined) return target.data;
  context.addIssue("Enter an email address, or a webhook that begins with http:// or https://.");
  return z.NEVER;
});

/**
 * The body that creates a tag, which alerts if it has a target; with `alias_for_id`, an alias of that tag. Names have no spaces and commas,
 * because those separate typed tags.
 */
export const newTag = z
  .strictObject({
    name: lineOf(50, "Tag name is required").regex(/^[^\s,]*$/, "Tag names cannot contain spaces or commas."),
    alert_target: emptyAsNull(alertTarget).default(null),
    alias_for_id: tagId.nullable().default(null),
  })
  .refine(({ alert_target, alias_for_id }) => alert_target === null || alias_for_id === null, {
    path: ["alert_target"],
    error: "An alias uses the alert target of its tag.",
  });
export type NewTag = z.output<typeof newTag>;

/** Tags typed into a field: the existing ones, each once and with aliases resolved, and the words that are not tags. */
export type TypedTags = { tags: SupportLogTag[]; unknown: string[] };

/** Parses tags separated by commas or spaces, ignoring case. An alias counts as its tag. */
export function readTags(text: string, allTags: readonly SupportLogTag[]): TypedTags {
  const byName = new Map(allTags.map((tag) => [tag.name.toLowerCase(), tag]));
  const byId = new Map(allTags.map((tag) => [tag.id, tag]));
  const words = text.split(/[\s,]/).filter((word) => word !== "");
  const found = words.map((word) => ({ word, tag: byName.get(word.toLowerCase()) }));
  const canonical = found.flatMap(({ tag }) => (tag ? [byId.get(tag.canonical_id ?? tag.id) ?? tag] : []));
  return {
    tags: [...new Set(canonical)],
    unknown: [...new Set(found.flatMap(({ word, tag }) => (tag ? [] : [word])))],
  };
}
