import { useMemo } from "react";
import { useQueryClient } from "@tanstack/react-query";
import { changeAlertOwner, listAlertPeople } from "@groundcrew/shared/alerts";
import { changeOwnership, listAssignees, type OwnedKind, type Ownership } from "@groundcrew/shared/ownership";
import { call, CallFailure, failedWrite, useServerMutation } from "../data/api/index.ts";
import { currentUser } from "../sessions/index.ts";
import { toast } from "../ui/index.ts";
import { useServerData } from "../data/index.ts";

/** Something that can have an owner. */
export type Subject = { kind: OwnedKind | "alert"; subject: string };

export type Assignees = ReturnType<typeof useAssignees>;

/** The people who can be made owners, and the current user's id among them. A list asks for them once, and not each of its rows. */
export function useAssignees() {
  const user = currentUser(useQueryClient());
  // Customers assign alerts only, to people of their own organization.
  const isAdmin = user?.can_admin === true;
  const ofStaff = useServerData(listAssignees, { query: {} }, { enabled: isAdmin });
  const ofCustomer = useServerData(listAlertPeople, { query: {} }, { enabled: user !== null && !isAdmin });
  const { data, error } = isAdmin ? ofStaff : ofCustomer;
  const email = user?.email;
  return useMemo(
    () => ({ people: { data, error }, meId: data?.find((person) => person.email === email)?.id }),
    [data, error, email],
  );
}

/** A change of an owner, and the owner that the user has seen. `name` is the new owner's. */
export type OwnerAct = { ownership: Ownership | null } & (
  | { act: "acknowledge" | "release" | "prolong" }
  | { act: "assign"; ownerId: number; name: string }
);

type Callbacks = {
  /** Called with the server's sentence when someone else was faster. */
  onFaster: (sentence: string) => void;
  /** Called with the headers of the reply. */
  onDone: (act: OwnerAct, headers: { get: (name: string) => string | null }) => void;
};

/** Changes the owner of something. Failures other than a collision are shown as a message. */
export function useChangeOwner({ kind, subject }: Subject, { onFaster, onDone }: Callbacks) {
  return useServerMutation({
    run: async (input: OwnerAct) => {
      const { act, ownership } = input;
      const owner_id = input.act === "assign" ? input.ownerId : null;
      const body = { act, owner_id, rev: ownership?.rev ?? null, note: null };
      if (kind === "alert") return call(changeAlertOwner, { params: { alert: Number(subject) }, body });
      return call(changeOwnership, { params: { kind, subject }, body });
    },
    onSuccess: ({ headers }, act) => onDone(act, headers),
    onError: (error) => {
      if (error instanceof CallFailure && error.status === 409) onFaster(error.message);
      else toast("danger", ...failedWrite(error, "The owner was not changed."));
    },
  });
}
