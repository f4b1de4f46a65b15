import { queryOptions, useQueryClient } from "@tanstack/react-query";
import { createApiKey, listApiKeys, revokeApiKey } from "@groundcrew/shared/api-keys";
import { call, errorSentence, failedWrite, queryKeys, useServerMutation } from "../api/index.ts";
import type { SubmittedForm } from "../lib/index.ts";
import { toast } from "../ui/index.ts";

/** The keys of an organization, newest first. */
export function apiKeysQuery(orgId: number) {
  return queryOptions({
    queryKey: queryKeys.apiKeys(orgId),
    queryFn: async ({ signal }) => (await call(listApiKeys, { query: { org_id: orgId } }, { signal })).body,
  });
}

/** Creates a key. Its text is kept only while it is displayed. */
export function useKeyCreation(orgId: number, form: SubmittedForm<{ description: string }>) {
  const reload = useReload(orgId);
  return useServerMutation({
    form,
    run: async (description: string, once) =>
      (await call(createApiKey, { query: { org_id: orgId, description, kind: "general" } }, once)).body,
    gcTime: 0,
    onSuccess: () => {
      form.reset();
      void reload();
    },
    onError: (error) => {
      toast("danger", failedWrite(error, "Key creation failed.")[0]);
      form.setError("description", errorSentence(error));
      // If the response was lost, the key is in the list, where it can be revoked.
      void reload();
    },
  });
}

/** Revokes a key, then calls `onRevoked`. */
export function useRevocation(key: { orgId: number; name: string; description: string }, onRevoked: () => void) {
  const { orgId, name, description } = key;
  const reload = useReload(orgId);
  return useServerMutation({
    run: () => call(revokeApiKey, { query: { org_id: orgId, name } }),
    onSuccess: () => {
      toast("success", `Revoked the key ${description}.`);
      onRevoked();
    },
    onError: (error) => toast("danger", ...failedWrite(error, "Revocation failed.")),
    onSettled: reload,
  });
}

function useReload(orgId: number): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: queryKeys.apiKeys(orgId) });
}
