import { createApiKey, listApiKeys, revokeApiKey } from "@groundcrew/shared/api-keys";
import { call, errorSentence, failedWrite, useServerMutation } from "../../data/api/index.ts";
import type { SubmittedForm } from "../../lib/index.ts";
import { toast } from "../../ui/index.ts";
import { useServerData } from "../../data/index.ts";

/** The keys of an organization, newest first. */
export function useApiKeys(orgId: number) {
  return useServerData(listApiKeys, { query: { org_id: orgId } });
}

/** Creates a key. Its text is kept only while it is displayed. */
export function useKeyCreation(orgId: number, form: SubmittedForm<{ description: string }>) {
  return useServerMutation({
    form,
    run: async (description: string, once) =>
      (await call(createApiKey, { query: { org_id: orgId, description, kind: "general" } }, once)).body,
    gcTime: 0,
    onSuccess: () => {
      form.reset();
    },
    onError: (error) => {
      toast("danger", failedWrite(error, "Key creation failed.")[0]);
      form.setError("description", errorSentence(error));
    },
  });
}

/** Revokes a key, then calls `onRevoked`. */
export function useRevocation(key: { orgId: number; name: string; description: string }, onRevoked: () => void) {
  const { orgId, name, description } = key;
  return useServerMutation({
    run: () => call(revokeApiKey, { query: { org_id: orgId, name } }),
    onSuccess: () => {
      toast("success", `Revoked the key ${description}.`);
      onRevoked();
    },
    onError: (error) => toast("danger", ...failedWrite(error, "Revocation failed.")),
  });
}
