import {
  createApiKey,
  listApiKeys,
  renewApiKey,
  revokeApiKey,
  type ApiKey,
  type NewApiKey,
} from "@groundcrew/shared/api-keys";
import { call, CallFailure, failedWrite, useServerMutation } from "../../data/api/index.ts";
import type { SubmittedForm } from "../../lib/index.ts";
import { toast } from "../../ui/index.ts";
import { useServerData } from "../../data/index.ts";
import type { NewKey, NewKeyValues } from "./new-key-form.ts";

/** The keys of an organization, newest first. */
export function useApiKeys(orgId: number) {
  return useServerData(listApiKeys, { query: { org_id: orgId } });
}

/** Creates a key. Its text is kept only while it is displayed. */
export function useKeyCreation(
  orgId: number,
  form: Pick<SubmittedForm<NewKeyValues>, "key" | "renewKey" | "reset">,
  onCreated: (key: NewApiKey) => void,
) {
  return useServerMutation({
    form,
    run: async ({ description, scopes, ends, addresses }: NewKey, once) => {
      const limits = { scopes: scopes.join(), ends, ...(addresses.length > 0 && { addresses: addresses.join() }) };
      const query = { org_id: orgId, description, kind: "general" as const, ...limits };
      return (await call(createApiKey, { query }, once)).body;
    },
    gcTime: 0,
    onSuccess(key) {
      form.reset();
      onCreated(key);
    },
    onError(error) {
      // The user has cancelled it, which the form says.
      if (error instanceof CallFailure && error.status === 428) return;
      toast("danger", failedWrite(error, "Key creation failed.")[0]);
    },
  });
}

type KeyOf = { orgId: number; apiKey: ApiKey };

/** Renews a key. Its text is kept only while it is displayed. */
export function useKeyRenewal({ orgId, apiKey: { name } }: KeyOf, onRenewed: (key: NewApiKey) => void) {
  return useServerMutation({
    run: async (_input: void, once) => (await call(renewApiKey, { query: { org_id: orgId, name } }, once)).body,
    gcTime: 0,
    onSuccess: onRenewed,
  });
}

/** Revokes a key, or deletes one that `hasEnded`, then calls `onRevoked`. */
export function useRevocation({ orgId, apiKey, hasEnded }: KeyOf & { hasEnded: boolean }, onRevoked: () => void) {
  const { name, description } = apiKey;
  return useServerMutation({
    run: () => call(revokeApiKey, { query: { org_id: orgId, name } }),
    onSuccess: () => {
      toast("success", `${hasEnded ? "Deleted" : "Revoked"} the key ${description}.`);
      onRevoked();
    },
    onError: (error) => toast("danger", ...failedWrite(error, "Revocation failed.")),
  });
}
