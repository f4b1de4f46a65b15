import { z } from "zod";
import { textOf } from "../lib/index.ts";
import { isIncident, newEntryStatuses, replyStatus, type SupportLogStatus } from "./status.ts";
import { readTags, tagId, type SupportLogTag } from "./tag.ts";

const CONTENT_MAX = 20_000;
const content = textOf(CONTENT_MAX, "Body text is required");
const attachedErrors = z.array(z.int().positive()).max(1_000, "Attach at most 1000 errors.");

/** The form of a new entry or reply (specification, section 5). Tags are typed by name. */
export const supportLogDraft = z.object({
  content,
  status: z.enum(newEntryStatuses.entry),
  tags: z.array(z.string()),
  attached_errors: attachedErrors,
  public: z.boolean(),
});
export type SupportLogDraft = z.output<typeof supportLogDraft>;

/** An empty form, with some errors attached. */
export function newDraft(attachedErrors: readonly number[] = []): SupportLogDraft {
  return { content: "", status: "note", tags: [], attached_errors: [...attachedErrors], public: false };
}

/** An empty reply: it inherits its entry's status if a reply can have it, otherwise it is a note. */
export function newReplyDraft(entryStatus: SupportLogStatus): SupportLogDraft {
  return { ...newDraft(), status: replyStatus(entryStatus) };
}

/** The text of an entry and its kind: `manual_plain` is text typed by a person. A plain string counts as that. */
const typedContent = z.union(
  [z.strictObject({ kind: z.literal("manual_plain"), text: content }), content.transform(asPlain)],
  "Body text is required",
);

/** The body that creates an entry. `tags` are ids; an incident needs an alerting one. */
export const newEntry = z.strictObject({
  content: typedContent,
  status: z.enum(newEntryStatuses.entry, "A new entry is a note, a record or an incident that needs action."),
  attached_errors: attachedErrors.default([]),
  tags: z.array(tagId).max(50, "Use at most 50 tags.").default([]),
  public: z.boolean().nullable().default(false),
});
export type NewEntry = z.output<typeof newEntry>;
/** The body as it is sent. */
export type NewEntryInput = z.input<typeof newEntry>;

/** The body that creates a reply. Without a `status` it inherits that of its top-level entry if a reply can have it. */
export const newReply = newEntry.extend({
  status: z.enum(newEntryStatuses.reply, "A reply is a note or a record.").optional(),
});

/** Converts a completed form into the request body. A note has no tags; words that are not tags are left out. */
export function draftToEntry(draft: SupportLogDraft, allTags: readonly SupportLogTag[]): z.input<typeof newEntry> {
  const tags = draft.status === "note" ? [] : readTags(draft.tags.join(" "), allTags).tags.map(({ id }) => id);
  return {
    content: asPlain(draft.content),
    status: draft.status,
    public: draft.public,
    tags,
    attached_errors: draft.attached_errors,
  };
}

/** Why an entry cannot be created with these tags; null when it can. New incidents must alert someone. */
export function tagsProblem(status: SupportLogStatus, tags: readonly Pick<SupportLogTag, "alerting">[]): string | null {
  const isSilent = isIncident(status) && !tags.some(({ alerting }) => alerting);
  return isSilent ? "New incidents need at least one alerting tag." : null;
}

function asPlain(text: string) {
  return { kind: "manual_plain", text } as const;
}
