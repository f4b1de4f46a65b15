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
      <Button
        icon={IconShieldX}
        aria-label={`Reset the second step of ${listed.email}`}
        busy={isPending}
        onClick={() => setAsked(true)}
      >
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
          {`${listed.email} can then log in without their passkeys, authenticator app and recovery codes, which are removed. Their sessions end, and they get an email. Make sure that it is they who ask you.`}
        </ConfirmDialog>
      )}
    </>
  );
}
