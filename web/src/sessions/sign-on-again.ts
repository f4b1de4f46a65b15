import type { QueryClient } from "@tanstack/react-query";
import { errorSentence } from "../data/api/index.ts";
import { toast } from "../ui/index.ts";
import { attemptLogin } from "./log-in.ts";
import { takeSignOnResponse } from "./sign-on.ts";

/**
 * Takes the answer of an identity provider that has asked a user again who they are: another login, which is a proof. Returns the path at which that was
 * needed.
 */
export async function finishSignOnAgain(
  client: QueryClient,
  search = window.location.search,
): Promise<string | undefined> {
  const taken = takeSignOnResponse(search);
  if (!taken) return undefined;
  try {
    const pending = await attemptLogin(client, taken.response);
    if (pending) toast("danger", "You have a second step now. Confirm with that.");
    else toast("success", "You have confirmed that it is you.", "Now begin again what you were doing.");
  } catch (error) {
    toast("danger", "It was not confirmed that it is you.", errorSentence(error));
  }
  return taken.r ?? undefined;
}
