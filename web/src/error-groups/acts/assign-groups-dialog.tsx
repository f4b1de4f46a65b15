import type { ErrorGroup } from "@groundcrew/shared/error-groups";
import { changeOwnership } from "@groundcrew/shared/ownership";
import { IconUserShare } from "@tabler/icons-react";
import { call, CallFailure, useServerMutation } from "../../data/api/index.ts";
import { countText } from "../../lib/index.ts";
import { AssignFields, useAssignForm, type NewOwner } from "../../ownership/index.ts";
import { FormDialog, toast } from "../../ui/index.ts";
import { groupsText } from "./use-group-change.ts";

type AssignGroupsDialogProps = { groups: readonly ErrorGroup[]; onDone: () => void; onClose: () => void };

/** Assigns groups to a person. */
export function AssignGroupsDialog({ groups, onDone, onClose }: AssignGroupsDialogProps) {
  const { form, assignees, chosen } = useAssignForm(`assign groups ${groups.map(({ id }) => id).join(" ")}`);
  const others = groups.filter(({ owner }) => owner === null || owner.owner_id !== chosen?.id);
  const assign = useServerMutation({
    form,
    run: (entered: NewOwner) => assignEach(others, entered),
    onSuccess(left) {
      toast("success", `Assigned ${countText(others.length - left.length, "group")}`);
      if (left.length > 0)
        toast("info", `${groupsText(left)} changed meanwhile, and ${left.length === 1 ? "stays" : "stay"} as before.`);
      form.reset();
      if (left.length === 0) onDone();
      onClose();
    },
  });
  return (
    <FormDialog
      title={`Assign ${groups.length === 1 ? groupsText(groups) : countText(groups.length, "Group")}`}
      icon={IconUserShare}
      action={`Assign ${countText(others.length, "Group")}`}
      isBlocked={others.length === 0}
      form={form}
      write={assign}
      onSubmit={form.submit((entered) => assign.mutate(entered))}
      onClose={onClose}
    >
      <AssignFields {...{ form, assignees, chosen }} owned={groups.flatMap(({ owner }) => owner ?? [])} />
    </FormDialog>
  );
}

/** Assigns groups one after the other, and returns those that somebody else was faster to change. */
async function assignEach(groups: readonly ErrorGroup[], entered: NewOwner): Promise<ErrorGroup[]> {
  const left: ErrorGroup[] = [];
  for (const group of groups) {
    const params = { kind: "group" as const, subject: String(group.id) };
    try {
      await call(changeOwnership, { params, body: { act: "assign", rev: group.owner?.rev ?? null, ...entered } });
    } catch (error) {
      if (!(error instanceof CallFailure) || error.status !== 409) throw error;
      left.push(group);
    }
  }
  return left;
}
