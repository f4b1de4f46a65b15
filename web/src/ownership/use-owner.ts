import { useState } from "react";
import type { Ownership } from "@groundcrew/shared/ownership";
import { useServerNow } from "../data/clock/index.ts";
import { toast } from "../ui/index.ts";
import { useUndo } from "../undo/index.ts";
import { shownOwner } from "./owner-texts.ts";
import { useChangeOwner, type Assignees, type OwnerAct, type Subject } from "./use-ownership.ts";

export type Owner = ReturnType<typeof useOwner>;

/** Something that may have an owner, the people it can be assigned to, and what to do once the user has acknowledged it. */
type Owned = { ownership: Ownership | null; assignees: Assignees; onAcknowledged?: () => void };

/** The owner of something, and the user's actions. `ownership` is null while it is unassigned. */
export function useOwner(subject: Subject, { ownership, assignees, onAcknowledged }: Owned) {
  const now = useServerNow();
  const { people, meId } = assignees;
  const offerUndo = useUndo();
  const [collision, setCollision] = useState<string | null>(null);
  const change = useChangeOwner(subject, {
    onFaster: setCollision,
    onDone(act, headers) {
      if (act.act === "prolong") toast("success", "Kept for another 24 hours");
      else offerUndo(act.act === "assign" ? `Assigned to ${act.name}` : doneTexts[act.act], headers);
      if (act.act === "acknowledge") onAcknowledged?.();
    },
  });

  function run(act: OwnerAct): void {
    setCollision(null);
    change.mutate(act);
  }

  return {
    shown: shownOwner(ownership, meId, now),
    people,
    meId,
    isBusy: change.isPending,
    /** Why the last attempt changed nothing: someone else was faster. */
    collision,
    leave: () => setCollision(null),
    acknowledge: () => run({ act: "acknowledge", ownership }),
    release: () => run({ act: "release", ownership }),
    prolong: () => run({ act: "prolong", ownership }),
    assign: (ownerId: number, name: string) => run({ act: "assign", ownerId, name, ownership }),
  };
}

const doneTexts = { acknowledge: "Acknowledged", release: "Released" } as const;
