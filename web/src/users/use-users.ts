import { queryOptions, useQueryClient } from "@tanstack/react-query";
import { changePermission, deleteUser, inviteUser, listUsers, type ListedUser } from "@groundcrew/shared/users";
import { call, errorSentence, failedWrite, queryKeys, useServerMutation } from "../api/index.ts";
import type { SubmittedForm } from "../lib/index.ts";
import { toast } from "../ui/index.ts";

/** The users of an organization. */
export function usersQuery(orgId: number) {
  return queryOptions({
    queryKey: queryKeys.users(orgId),
    queryFn: async ({ signal }) => (await call(listUsers, { query: { org_id: orgId } }, { signal })).body,
  });
}

/** Invites someone to an organization by email. */
export function useInvitation(orgId: number, form: SubmittedForm<{ email: string }>) {
  const reload = useReload(orgId);
  return useServerMutation({
    form,
    run: (email: string, once) => call(inviteUser, { query: { org_id: orgId, email } }, once),
    onSuccess: ({ body }) => {
      form.reset();
      toast("success", `Invited ${body.email}. They will receive an email.`);
      return reload();
    },
    onError: (error) => {
      toast("danger", ...failedWrite(error, "Invite failed."));
      form.setError("email", errorSentence(error));
    },
  });
}

/** Sends an invitation again; its validity starts again. */
export function useResending({ email, org_id }: ListedUser) {
  const reload = useReload(org_id);
  return useServerMutation({
    run: (_: void, once) => call(inviteUser, { query: { org_id, email } }, once),
    onSuccess: () => toast("success", `Renewed the invitation for ${email}.`),
    onError: (error) => toast("danger", ...failedWrite(error, "Resend failed.")),
    onSettled: reload,
  });
}

/** Makes a user a manager, or removes that right. */
export function usePermission({ email, org_id }: ListedUser) {
  const reload = useReload(org_id);
  return useServerMutation({
    run: (can_manage: boolean) => call(changePermission, { query: { email, can_manage, org_id } }),
    onError: (error) => toast("danger", ...failedWrite(error, "Permission change failed.")),
    onSettled: reload,
  });
}

/** Deletes a user or withdraws an invitation, then calls `onDeleted`. */
export function useDeletion({ email, org_id }: ListedUser, onDeleted: () => void) {
  const reload = useReload(org_id);
  return useServerMutation({
    run: () => call(deleteUser, { query: { email, org_id } }),
    onSuccess: () => {
      toast("success", `Removed ${email}.`);
      onDeleted();
    },
    onError: (error) => toast("danger", ...failedWrite(error, "Deletion failed.")),
    onSettled: reload,
  });
}

function useReload(orgId: number): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: queryKeys.users(orgId) });
}
