import { z } from "zod";
import { textOf } from "../lib/index.ts";
import { isIncident, newEntryStatuses, replyStatus, type SupportLogStatus } from "./status.ts";
import { readTags, tagId, type SupportLogTag } from "./tag.ts";

const CONTENT_MAX = 20_000;
const content = textOf(CONTENT_MAX, "Body text is required");
const attachedErrors = z.array(z.int().positive()).max(1_000, "Attach at most 1000 errors.");

/** The form of a new entry or reply (specification, section 5): tags are typed by name. */
export const supportLogDraft = z.object({
  content,
  status: z.enum(newEntryStatuses.entry),
  tags: z.array(z.string()),
  attached_errors: attachedErrors,
  public: z.boolean(),
});
export type SupportLogDraft = z.output<typeof supportLogDraft>;

/** A form nobody has written in yet, about some errors. */
export function newDraft(attachedErrors: readonly number[] = []): SupportLogDraft {
  return { content: "", status: "note", tags: [], attached_errors: [...attachedErrors], public: false };
}

/** A reply nobody has written in yet: it is what its entry is, where a reply can be that, else a note. */
export function newReplyDraft(of: SupportLogStatus): SupportLogDraft {
  return { ...newDraft(), status: replyStatus(of) };
}

/** What was written, and how: `manual_plain` is text a person typed. Plain text alone is taken as that. */
const writtenContent = z.union(
  [z.strictObject({ kind: z.literal("manual_plain"), text: content }), content.transform(asPlain)],
  "Body text is required",
);

/** The body that creates an entry. `tags` are ids; an incident needs an alerting one. */
export const newEntry = z.strictObject({
  content: writtenContent,
  status: z.enum(newEntryStatuses.entry, "A new entry is a note, a record or an incident that needs action."),
  attached_errors: attachedErrors.default([]),
  tags: z.array(tagId).max(50, "Use at most 50 tags.").default([]),
  public: z.boolean().nullable().default(false),
});
export type NewEntry = z.output<typeof newEntry>;

/** The body that creates a reply. Without a `status` it takes that of its top-level entry, as far as a reply can have it. */
export const newReply = newEntry.extend({
  status: z.enum(newEntryStatuses.reply, "A reply is a note or a record.").optional(),
});

/** Turns a filled form into the body to send; a note carries no tags. Words that are no tag are left out. */
export function draftToEntry(draft: SupportLogDraft, defined: readonly SupportLogTag[]): z.input<typeof newEntry> {
  const tags = draft.status === "note" ? [] : readTags(draft.tags.join(" "), defined).tags.map(({ id }) => id);
  return {
    content: asPlain(draft.content),
    status: draft.status,
    public: draft.public,
    tags,
    attached_errors: draft.attached_errors,
  };
}

/** Why an entry cannot be created with these tags; null when it can. New incidents have to alert someone. */
export function tagsProblem(status: SupportLogStatus, tags: readonly Pick<SupportLogTag, "alerting">[]): string | null {
  const isSilent = isIncident(status) && !tags.some(({ alerting }) => alerting);
  return isSilent ? "New incidents need at least one alerting tag." : null;
}

function asPlain(text: string) {
  return { kind: "manual_plain", text } as const;
}
