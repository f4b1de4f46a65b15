import { useState } from "react";
import type { ErrorGroup } from "@groundcrew/shared/error-groups";
import { changeOwnership } from "@groundcrew/shared/ownership";
import { call, CallFailure, failedWrite, useServerMutation } from "../../data/api/index.ts";
import { countText } from "../../lib/index.ts";
import { toast } from "../../ui/index.ts";
import {
  ArchiveGroupsDialog,
  AssignGroupsDialog,
  MergeGroupsDialog,
  ResolveGroupsDialog,
  useUnarchive,
} from "../acts/index.ts";
import type { GroupActs } from "./selection-bar.tsx";

type DialogKind = "assign" | "resolve" | "archive" | "merge";
type OpenDialog = { kind: DialogKind; groups: readonly ErrorGroup[] };

type ActsOptions = {
  /** The listed groups. */
  groups: readonly ErrorGroup[];
  selected: readonly ErrorGroup[];
  onDone: () => void;
};

/** The acts on selected groups, and the dialog that is open. */
export function useGroupActs({ groups, selected, onDone }: ActsOptions) {
  const [open, setOpen] = useState<OpenDialog | null>(null);
  const unarchive = useUnarchive(onDone);
  const acknowledge = useAcknowledge(onDone);

  /** Acts on the selected groups or, without any, on the one with the id. */
  function actsOn(id: number | null): GroupActs {
    const chosen = selected.length > 0 ? selected : groups.filter((group) => group.id === id);
    const unresolved = chosen.filter(({ state }) => state !== "resolved");
    const openDialog = (kind: DialogKind, of: readonly ErrorGroup[]) => () => {
      if (of.length > 0) setOpen({ kind, groups: of });
    };
    return {
      acknowledge: () => unresolved.length > 0 && acknowledge.mutate(unresolved),
      assign: openDialog("assign", unresolved),
      resolve: openDialog("resolve", unresolved),
      archive: openDialog("archive", chosen),
      unarchive: () => unarchive.mutate(chosen),
      merge:
        chosen.length === 1 ? () => toast("info", "Select at least two groups to merge.") : openDialog("merge", chosen),
    };
  }

  return {
    /** With each group as it is now, if it is still listed. */
    dialog: open && {
      ...open,
      groups: open.groups.map((group) => groups.find(({ id }) => id === group.id) ?? group),
    },
    close: () => setOpen(null),
    actsOn,
    isBusy: unarchive.isPending || acknowledge.isPending,
  };
}

type GroupDialogProps = { dialog: OpenDialog; onDone: () => void; onClose: () => void };

export function GroupDialog({ dialog: { kind, groups }, onDone, onClose }: GroupDialogProps) {
  const props = { groups, onDone, onClose };
  switch (kind) {
    case "assign":
      return <AssignGroupsDialog {...props} />;
    case "resolve":
      return <ResolveGroupsDialog {...props} />;
    case "archive":
      return <ArchiveGroupsDialog {...props} />;
    case "merge":
      return <MergeGroupsDialog {...props} />;
  }
}

type Acknowledged = { done: number; left: ErrorGroup[] };

/** Acknowledges the unassigned groups. */
function useAcknowledge(onDone: () => void) {
  return useServerMutation({
    run: async (groups: readonly ErrorGroup[]): Promise<Acknowledged> => {
      const left = groups.filter(({ owner }) => owner !== null);
      let done = 0;
      for (const group of groups.filter(({ owner }) => owner === null)) {
        // One after the other, so that a hundred do not hold up everything else.
        if (await acknowledged(group)) done += 1;
        else left.push(group);
      }
      return { done, left };
    },
    onSuccess({ done, left }) {
      if (done > 0) toast("success", `Acknowledged ${countText(done, "group")}`);
      if (left.length > 0) toast("info", leftText(left), "Take over a group in its own row.");
      if (left.length === 0) onDone();
    },
    onError: (error) => toast("danger", ...failedWrite(error, "The groups were not acknowledged.")),
  });
}

/** Acknowledges a group; false if someone else was faster. */
async function acknowledged({ id }: ErrorGroup): Promise<boolean> {
  const params = { kind: "group" as const, subject: String(id) };
  try {
    await call(changeOwnership, { params, body: { act: "acknowledge", rev: null } });
    return true;
  } catch (error) {
    if (error instanceof CallFailure && error.status === 409) return false;
    throw error;
  }
}

function leftText(left: readonly ErrorGroup[]): string {
  const [only] = left;
  if (left.length === 1 && only) return `Group ${only.id} has an owner already`;
  return `${countText(left.length, "group")} have an owner already`;
}
