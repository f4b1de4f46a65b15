import { useState } from "react";
import type { ListedUser } from "@groundcrew/shared/users";
import { IconShieldX } from "@tabler/icons-react";
import { Button, ConfirmDialog } from "../../ui/index.ts";
import { useStepReset } from "./use-users.ts";

/** Resets the second step of a user, after a question. */
export function StepReset({ listed }: { listed: ListedUser }) {
  const [isAsked, setAsked] = useState(false);
  const { mutate, isPending } = useStepReset(listed);
  function handleConfirm() {
    setAsked(false);
    mutate();
  }
  return (
    <>
      <Button aria-label={`Reset Second Step of ${listed.email}`} busy={isPending} onClick={() => setAsked(true)}>
        Reset Second Step
      </Button>
      {isAsked && (
        <ConfirmDialog
          title="Reset Second Step"
          icon={IconShieldX}
          action="Reset"
          closeLabel="Cancel"
          onConfirm={handleConfirm}
          onClose={() => setAsked(false)}
        >
          {`This removes the passkeys, the authenticator app and the recovery codes of ${listed.email}, and ends their sessions. They get an email, and log in without a second step until they set up a new one. First make sure that it is really them asking.`}
        </ConfirmDialog>
      )}
    </>
  );
}
