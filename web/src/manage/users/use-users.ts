import {
  changePermission,
  deleteUser,
  inviteUser,
  listUsers,
  resetSecondStep,
  type ListedUser,
} from "@groundcrew/shared/users";
import { call, errorSentence, failedWrite, useServerMutation } from "../../data/api/index.ts";
import type { SubmittedForm } from "../../lib/index.ts";
import { toast } from "../../ui/index.ts";
import { useServerData } from "../../data/index.ts";

/** The users of an organization. */
export function useUsers(orgId: number) {
  return useServerData(listUsers, { query: { org_id: orgId } });
}

/** Invites someone to an organization by email. */
export function useInvitation(orgId: number, form: SubmittedForm<{ email: string }>) {
  return useServerMutation({
    form,
    run: (email: string, once) => call(inviteUser, { query: { org_id: orgId, email } }, once),
    onSuccess: ({ body }) => {
      form.reset();
      toast("success", `Invited ${body.email}. They will receive an email.`);
    },
    onError: (error) => {
      toast("danger", ...failedWrite(error, "Invite failed."));
      form.setError("email", errorSentence(error));
    },
  });
}

/** Sends an invitation again; its validity starts again. */
export function useResending({ email, org_id }: ListedUser) {
  return useServerMutation({
    run: (_: void, once) => call(inviteUser, { query: { org_id, email } }, once),
    onSuccess: () => toast("success", `Renewed the invitation for ${email}.`),
    onError: (error) => toast("danger", ...failedWrite(error, "Resend failed.")),
  });
}

/** Makes a user a manager, or removes that right. */
export function usePermission({ email, org_id }: ListedUser) {
  return useServerMutation({
    run: (can_manage: boolean) => call(changePermission, { query: { email, can_manage, org_id } }),
    onError: (error) => toast("danger", ...failedWrite(error, "Permission change failed.")),
  });
}

/** Deletes a user or withdraws an invitation, then calls `onDeleted`. */
export function useDeletion({ email, org_id }: ListedUser, onDeleted: () => void) {
  return useServerMutation({
    run: () => call(deleteUser, { query: { email, org_id } }),
    onSuccess: () => {
      toast("success", `Removed ${email}.`);
      onDeleted();
    },
    onError: (error) => toast("danger", ...failedWrite(error, "Deletion failed.")),
  });
}

/** Removes the second factors of a user, who has lost them. */
export function useStepReset({ email, org_id }: ListedUser) {
  return useServerMutation({
    run: () => call(resetSecondStep, { query: { email, org_id } }),
    onSuccess: () => toast("success", `Reset the second step of ${email}.`, "They are logged out, and get an email."),
    onError: (error) => toast("danger", ...failedWrite(error, `The second step of ${email} was not reset.`)),
  });
}
