import { useQueryClient } from "@tanstack/react-query";
import { useLocation } from "@tanstack/react-router";
import { domainOf } from "@groundcrew/shared/lib";
import type { z } from "zod";
import {
  addApp,
  beginApp,
  confirmIdentity,
  getAccount,
  removeApp,
  renewRecoveryCodes,
} from "@groundcrew/shared/account";
import { call, CallFailure, errorSentence, failedWrite, useServerMutation } from "../../data/api/index.ts";
import { answerChallenge, reloadSession, startSignOn } from "../../sessions/index.ts";
import { toast } from "../../ui/index.ts";

/** A secret for an app, which is not stored before its first code. */
export type NewApp = { secret: string; uri: string; setup: string };

/** Makes a secret for an authenticator app. */
export function useNewApp(onReady: (app: NewApp) => void) {
  return useServerMutation({
    ifUnanswered: null,
    run: async () => (await call(beginApp, {})).body,
    onSuccess: onReady,
    onError: (error) => toast("danger", ...failedWrite(error, "No app can be added now.")),
  });
}

type Addition = { onAdded: (codes: readonly string[]) => void; onWrong: (reason: string) => void };

/** Adds an authenticator app with its first code. `onAdded` gets new recovery codes, if there are any. */
export function useAppAddition({ onAdded, onWrong }: Addition) {
  const client = useQueryClient();
  return useServerMutation({
    shows: [getAccount],
    ifUnanswered: "The app may have been added.",
    run: async (app: { setup: string; code: string }) => (await call(addApp, { body: app })).body.recovery_codes,
    onSuccess: async (codes) => {
      toast("success", "Your authenticator app is added.");
      onAdded(codes);
      await reloadSession(client);
    },
    onError: (error) => isWrong(error) && onWrong(errorSentence(error)),
  });
}

/** A write whose failure is shown below the dialog, unless it is shown at the field of what was wrong. */
export function besidesField({ isPending, error }: { isPending: boolean; error: Error | null }) {
  return { isPending, error: isWrong(error) ? null : error };
}

function isWrong(error: unknown): boolean {
  return error instanceof CallFailure && error.status === 422;
}

type Confirmation = { onDone: () => void; onWrong: (reason: string) => void };

/** Confirms who the user is. */
export function useConfirmation({ onDone, onWrong }: Confirmation) {
  return useServerMutation({
    ifUnanswered: null,
    run: (proof: z.input<typeof confirmIdentity.body>) => call(confirmIdentity, { body: proof }),
    onSuccess: onDone,
    onError: (error) => isWrong(error) && onWrong(errorSentence(error)),
  });
}

export function useAppRemoval() {
  return useServerMutation({
    shows: [getAccount],
    run: () => call(removeApp, {}),
    onSuccess: () => toast("success", "Removed the authenticator app."),
    onError: (error) => toast("danger", ...failedWrite(error, "The authenticator app was not removed.")),
  });
}

/** Replaces the recovery codes. */
export function useCodesRenewal(onMade: (codes: readonly string[]) => void) {
  return useServerMutation({
    shows: [getAccount],
    ifUnanswered: "There may be new codes, which nobody has seen.",
    run: async () => (await call(renewRecoveryCodes, {})).body.recovery_codes,
    onSuccess: onMade,
    onError: (error) => toast("danger", ...failedWrite(error, "The recovery codes were not replaced.")),
  });
}

/** Confirms who the user is with one of their passkeys. */
export function usePasskeyConfirmation(onDone: () => void) {
  return useServerMutation({
    ifUnanswered: null,
    run: async () => call(confirmIdentity, { body: await answerChallenge() }),
    onSuccess: onDone,
  });
}

/** Goes to the identity provider of the user's organization, called `name`, which asks who they are, and comes back to this page. */
export function useSignOnConfirmation(email: string) {
  const r = useLocation({ select: ({ href }) => href });
  return useServerMutation({
    ifUnanswered: null,
    run: (name: string) => startSignOn({ domain: domainOf(email), name }, { r, confirms: true }),
  });
}
