import { z } from "zod";
import { emailAddress, emptyAsNull, idOf, lineOf, webAddress } from "../lib/index.ts";

/**
 * A word that support log entries are tagged with (specification, section 3). An alerting tag has an `alert_target`, an
 * email address or webhook told of new incidents. An alias has the `canonical_id` of the tag it stands for; that tag
 * lists it in `aliases` by name.
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

/** Colour of a tag: alerting ones stand out (section 9). */
export function tagColor(isAlerting: boolean): SupportLogTag["color"] {
  return isAlerting ? "danger" : "secondary";
}

/** Id of a tag. */
export const tagId = idOf("There is no such tag.");

/** An email address or a webhook. A union would answer for the one form that is spelled least wrong. */
const alertTarget = z.string().transform((text, context) => {
  const target = [emailAddress, webAddress].map((form) => form.safeParse(text)).find(({ success }) => success);
  if (target?.data !== undefined) return target.data;
  context.addIssue("Enter an email address, or a webhook that begins with http:// or https://.");
  return z.NEVER;
});

/**
 * The body that creates a tag, alerting when it has a target; with `alias_for_id`, an alias of that tag. Names have no
 * blanks and commas, because those end a tag while typing.
 */
export const newTag = z
  .strictObject({
    name: lineOf(50, "Tag name is required").regex(/^[^\s,]*$/, "Tag names cannot contain spaces or commas."),
    alert_target: emptyAsNull(alertTarget).default(null),
    alias_for_id: tagId.nullable().default(null),
  })
  .refine(({ alert_target, alias_for_id }) => alert_target === null || alias_for_id === null, {
    path: ["alert_target"],
    error: "An alias alerts whom its tag alerts.",
  });
export type NewTag = z.output<typeof newTag>;

/** Tags typed into a field: those defined, each once and never an alias, and the words that are no tag. */
export type TypedTags = { tags: SupportLogTag[]; unknown: string[] };

/**
 * Reads tags typed with commas or blanks between them, whatever their case. An alias counts as the tag it stands for.
 */
export function readTags(text: string, defined: readonly SupportLogTag[]): TypedTags {
  const byName = new Map(defined.map((tag) => [tag.name.toLowerCase(), tag]));
  const byId = new Map(defined.map((tag) => [tag.id, tag]));
  const words = text.split(/[\s,]/).filter((word) => word !== "");
  const found = words.map((word) => ({ word, tag: byName.get(word.toLowerCase()) }));
  const canonical = found.flatMap(({ tag }) => (tag ? [byId.get(tag.canonical_id ?? tag.id) ?? tag] : []));
  return {
    tags: [...new Set(canonical)],
    unknown: [...new Set(found.flatMap(({ word, tag }) => (tag ? [] : [word])))],
  };
}
