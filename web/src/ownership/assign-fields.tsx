import { textOf } from "@groundcrew/shared/lib";
import type { Ownership } from "@groundcrew/shared/ownership";
import { displayName } from "@groundcrew/shared/sessions";
import { z } from "zod";
import { PickerField } from "../kit/index.ts";
import { useForm, type Form } from "../lib/index.ts";
import { Notice, TextAreaField } from "../ui/index.ts";
import { assigneeChoices } from "./assignee-choices.tsx";
import { replacedText } from "./owner-texts.ts";
import { useAssignees } from "./use-ownership.ts";

const assignSchema = z.object({
  owner_id: z.string().min(1, "Choose a person.").transform(Number),
  note: textOf(1_000).transform((text) => (text === "" ? null : text)),
});
/** The new owner of several things, and a note for that person. */
export type NewOwner = z.output<typeof assignSchema>;

type AssignValues = z.input<typeof assignSchema>;
const EMPTY: AssignValues = { owner_id: "", note: "" };

/** A form that assigns several things to a person, and who is chosen; null for nobody. */
export function useAssignForm(draft: string) {
  const form = useForm(assignSchema, EMPTY, { draft });
  const assignees = useAssignees();
  const person = assignees.people.data?.find(({ id }) => String(id) === form.values.owner_id);
  return { form, assignees, chosen: person ? { id: person.id, name: displayName(person) } : null };
}

type AssignFieldsProps = Pick<ReturnType<typeof useAssignForm>, "assignees" | "chosen"> & {
  form: Form<AssignValues>;
  /** The ownerships that there are now. */
  owned: readonly Ownership[];
};

/** The person and the note, and who loses what. */
export function AssignFields({ form, assignees, chosen, owned }: AssignFieldsProps) {
  const replaced = replacedText(owned, { newId: chosen?.id, meId: assignees.meId });
  return (
    <>
      <PickerField label="Owner" aria-required items={assigneeChoices(assignees)} {...form.choice("owner_id")} />
      <TextAreaField
        label="Note"
        rows={2}
        hint="The new owner reads it in the notification. It is kept in the history."
        {...form.text("note")}
      />
      {replaced !== null && <Notice tone="warning">{replaced}</Notice>}
    </>
  );
}
