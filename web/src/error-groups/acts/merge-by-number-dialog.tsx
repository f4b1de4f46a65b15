import { useState } from "react";
import { getErrorGroup, groupId, type ErrorGroup } from "@groundcrew/shared/error-groups";
import { IconGitMerge } from "@tabler/icons-react";
import { z } from "zod";
import { call, CallFailure, useServerMutation } from "../../data/api/index.ts";
import { useForm } from "../../lib/index.ts";
import { TextField, FormDialog } from "../../ui/index.ts";
import { MergeGroupsDialog } from "./merge-groups-dialog.tsx";

type MergeByNumberDialogProps = { group: ErrorGroup; onClose: () => void };

const schema = z.object({ number: z.string() });
const number = z
  .string()
  .transform((text) => Number(text.replace(/^\s*(?:group)?\s*#?/i, "")))
  .pipe(groupId);

/** Asks for the number of another group, then merges the two. */
export function MergeByNumberDialog({ group, onClose }: MergeByNumberDialogProps) {
  const [other, setOther] = useState<ErrorGroup | null>(null);
  const form = useForm(schema, { number: "" });
  const [problem, setProblem] = useState<string>();
  const find = useServerMutation({
    ifUnanswered: null,
    run: async (id: number) => (await call(getErrorGroup, { params: { group: id }, query: {} })).body,
    onSuccess(found) {
      if (found.merged_into === null) setOther(found);
      else setProblem(`Group ${found.id} was merged into Group ${found.merged_into}.`);
    },
    onError: (error) =>
      error instanceof CallFailure && error.status === 404 && setProblem("There is no group with this number."),
  });

  function submit(entered: { number: string }): void {
    const id = number.safeParse(entered.number).data;
    if (id === undefined) setProblem("Enter the number of a group, such as 118.");
    else if (id === group.id) setProblem("Enter the number of another group.");
    else find.mutate(id);
  }

  if (other) return <MergeGroupsDialog groups={[group, other]} onClose={onClose} />;
  const field = form.text("number");
  return (
    <FormDialog
      title={`Merge Group ${group.id}`}
      subtitle={undefined}
      icon={IconGitMerge}
      action="Continue"
      form={form}
      write={{ isPending: find.isPending, error: problem === undefined ? find.error : null }}
      onSubmit={form.submit(submit)}
      onClose={onClose}
    >
      <TextField
        label="Number of the other group"
        inputMode="numeric"
        autoComplete="off"
        data-autofocus
        aria-required
        {...field}
        error={problem ?? field.error}
        onChange={(event) => {
          setProblem(undefined);
          find.reset();
          field.onChange(event);
        }}
      />
    </FormDialog>
  );
}
