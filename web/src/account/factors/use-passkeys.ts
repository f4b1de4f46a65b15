import { useQueryClient } from "@tanstack/react-query";
import {
  addPasskey,
  beginPasskey,
  getAccount,
  passkeyTransport,
  removePasskey,
  renamePasskey,
} from "@groundcrew/shared/account";
import { call, CallFailure, failedWrite, useServerMutation } from "../../data/api/index.ts";
import { reloadSession, rememberPasskey } from "../../sessions/index.ts";
import { toast } from "../../ui/index.ts";

/** Lets the browser make a passkey, and adds it. `onAdded` gets new recovery codes, if there are any. */
export function usePasskeyAddition(onAdded: (codes: readonly string[]) => void) {
  const client = useQueryClient();
  return useServerMutation({
    shows: [getAccount],
    ifUnanswered: "The passkey may have been added.",
    run: async (name: string) => (await call(addPasskey, { body: { name, ...(await makePasskey()) } })).body,
    onSuccess: async ({ recovery_codes }) => {
      rememberPasskey();
      toast("success", "Your passkey is added.");
      onAdded(recovery_codes);
      await reloadSession(client);
    },
  });
}

/** As the status of a call that was not made. */
const REFUSED = 0;

/** Rejects if the user does not go through with it. */
async function makePasskey() {
  const [{ startRegistration, WebAuthnError }, { body }] = await Promise.all([
    import("@simplewebauthn/browser"),
    call(beginPasskey, {}),
  ]);
  const { id, response } = await startRegistration({ optionsJSON: body }).catch((error: unknown) => {
    const isKnown = error instanceof WebAuthnError && error.code === "ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED";
    throw new CallFailure(
      REFUSED,
      isKnown ? "This device has a passkey of yours already." : "No passkey was made. Try again.",
    );
  });
  const { clientDataJSON, attestationObject, transports = [] } = response;
  const known = transports.flatMap((transport) => passkeyTransport.safeParse(transport).data ?? []);
  return { id, clientDataJSON, attestationObject, transports: known };
}

export function usePasskeyName(id: number, onDone: () => void) {
  return useServerMutation({
    shows: [getAccount],
    run: (name: string) => call(renamePasskey, { params: { id }, body: { name } }),
    onSuccess: onDone,
  });
}

export function usePasskeyRemoval(id: number) {
  return useServerMutation({
    shows: [getAccount],
    run: () => call(removePasskey, { params: { id } }),
    onSuccess: () => toast("success", "Removed the passkey."),
    onError: (error) => toast("danger", ...failedWrite(error, "The passkey was not removed.")),
  });
}
