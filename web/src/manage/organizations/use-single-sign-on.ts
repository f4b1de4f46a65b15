import type { Organization } from "@groundcrew/shared/organizations";
import {
  deleteSingleSignOn,
  listSingleSignOn,
  saveSingleSignOn,
  singleSignOnTest,
  testSingleSignOn,
  type SingleSignOnEdit,
} from "@groundcrew/shared/single-sign-on";
import { call, CallFailure, failedWrite, useServerMutation } from "../../data/api/index.ts";
import { useServerData } from "../../data/index.ts";
import type { SubmittedForm } from "../../lib/index.ts";
import { toast } from "../../ui/index.ts";
import type { SignOnValues } from "./single-sign-on-form.ts";

/** The single sign-on of all organizations. */
export function useSingleSignOn() {
  return useServerData(listSingleSignOn, {});
}

type Named = Pick<Organization, "id" | "name">;
type SaveOptions = { form: SubmittedForm<SignOnValues>; onDone: () => void; onError: (failure: Error) => void };

export function useSignOnSave({ id, name }: Named, { form, onDone, onError }: SaveOptions) {
  return useServerMutation({
    form,
    shows: [listSingleSignOn],
    run: (body: SingleSignOnEdit) => call(saveSingleSignOn, { params: { organization: id }, body }),
    onSuccess: () => {
      toast("success", `Saved the single sign-on of ${name}.`);
      onDone();
    },
    onError,
  });
}

export function useSignOnRemoval({ id, name }: Named, onDone: () => void) {
  return useServerMutation({
    shows: [listSingleSignOn],
    run: (rev: number) => call(deleteSingleSignOn, { params: { organization: id }, query: { rev } }),
    onSuccess: () => {
      toast("success", `Removed the single sign-on of ${name}.`, "Its users stay, and log in with their passwords.");
      onDone();
    },
    onError: (error) => toast("danger", ...failedWrite(error, "The single sign-on was not removed.")),
  });
}

const REDIRECT_UNKNOWN = "Whether it knows the redirect URI shows at the first login.";

/** Tests what is entered, with the stored secret if none is. */
export function useSignOnTest(id: number) {
  return useServerMutation({
    ifUnanswered: null,
    run: async ({ issuer, client_id, client_secret }: SignOnValues) => {
      const entered = { issuer, client_id, client_secret: client_secret.trim() || null };
      const { data, error } = singleSignOnTest.safeParse(entered);
      if (!data) throw new CallFailure(null, error.issues[0]?.message ?? "");
      return (await call(testSingleSignOn, { params: { organization: id }, body: data })).body;
    },
    onSuccess: ({ problem }) => {
      if (problem === null) toast("success", "The identity provider accepts the client.", REDIRECT_UNKNOWN);
    },
  });
}
