import { useQueryClient } from "@tanstack/react-query";
import {
  changeName,
  changePassword,
  endOtherSessions,
  endSession,
  getAccount,
  unlinkIdentity,
} from "@groundcrew/shared/account";
import { countText } from "@groundcrew/shared/lib";
import { requestPasswordReset } from "@groundcrew/shared/users";
import { call, failedWrite, useServerMutation } from "../data/api/index.ts";
import { useServerData } from "../data/index.ts";
import { reloadSession } from "../sessions/index.ts";
import { toast } from "../ui/index.ts";

/** The user's own account and sessions. */
export function useAccount() {
  return useServerData(getAccount, {});
}

export function useNameChange(onDone: () => void) {
  const client = useQueryClient();
  return useServerMutation({
    shows: [getAccount],
    run: (name: string) => call(changeName, { body: { name } }),
    onSuccess: async () => {
      await reloadSession(client);
      toast("success", "Your name is changed.");
      onDone();
    },
  });
}

export function usePasswordChange(onDone: () => void) {
  return useServerMutation({
    shows: [getAccount],
    ifUnanswered: "Your password may have been changed.",
    run: (passwords: { current: string; password: string }) => call(changePassword, { body: passwords }),
    onSuccess: () => {
      toast("success", "Your password is changed.", "Everywhere else you are logged out.");
      onDone();
    },
  });
}

/** Sends a link by email, with which a user who has no password sets the first one. */
export function useFirstPassword(email: string) {
  return useServerMutation({
    ifUnanswered: "The email may have been sent.",
    run: () => call(requestPasswordReset, { query: { email } }),
    onSuccess: () => toast("success", "Check your email for a link to set a password."),
    onError: (error) => toast("danger", ...failedWrite(error, "The email was not sent.")),
  });
}

/** Ends one of the user's other sessions, then calls `onEnded`. */
export function useSessionEnd(id: number, onEnded: () => void) {
  return useServerMutation({
    shows: [getAccount],
    run: () => call(endSession, { params: { id } }),
    onSuccess: () => {
      toast("success", "Ended the session.");
      onEnded();
    },
    onError: (error) => toast("danger", ...failedWrite(error, "The session was not ended.")),
  });
}

/** Ends all of the user's other sessions, then calls `onEnded`. */
export function useOtherSessionsEnd(onEnded: () => void) {
  return useServerMutation({
    shows: [getAccount],
    run: async () => (await call(endOtherSessions, {})).body,
    onSuccess: ({ ended }) => {
      toast("success", `Ended ${countText(ended, "session")}.`);
      onEnded();
    },
    onError: (error) => toast("danger", ...failedWrite(error, "The sessions were not ended.")),
  });
}

/** Unlinks an account elsewhere, called `name`. */
export function useUnlinking(id: number, name: string) {
  return useServerMutation({
    shows: [getAccount],
    run: () => call(unlinkIdentity, { params: { id } }),
    onSuccess: () => toast("success", `Unlinked ${name}.`, "The next login with it links it again."),
    onError: (error) => toast("danger", ...failedWrite(error, `${name} was not unlinked.`)),
  });
}
