import { useState } from "react";
import type { Account } from "@groundcrew/shared/account";
import { IconShieldX } from "@tabler/icons-react";
import { FormDialog, FormText } from "../../ui/index.ts";
import { CodesDialog } from "../factors/codes-dialog.tsx";
import { PasswordDialog } from "../dialogs.tsx";
import { deviceName } from "./session-texts.ts";
import { useDeviceRejection } from "./use-devices.ts";
import { useCodesRenewal } from "../factors/use-factors.ts";

type NotMeProps = { id: number; account: Account; onClose: () => void };

type Step = { is: "ask" | "password" } | { is: "codes"; codes: readonly string[] };

/** Ends a session that is not the user's own, and leads through a new password and new recovery codes. */
export function NotMe({ id, account, onClose }: NotMeProps) {
  const [step, setStep] = useState<Step>({ is: "ask" });
  // As they were at the beginning: the session is gone after the first step.
  const [{ has_password: hasPassword, recovery_codes: recovery, email }] = useState(account);
  const renewal = useCodesRenewal((codes) => setStep({ is: "codes", codes }));
  const renewCodes = () => (recovery ? renewal.mutate() : onClose());
  switch (step.is) {
    case "ask":
      return (
        <EndDialog
          id={id}
          account={account}
          onEnded={() => (hasPassword ? setStep({ is: "password" }) : renewCodes())}
          onClose={onClose}
        />
      );
    case "password":
      return <PasswordDialog email={email} onDone={renewCodes} onClose={onClose} />;
    case "codes":
      return <CodesDialog codes={step.codes} email={email} onClose={onClose} />;
  }
}

function EndDialog({ id, account, onEnded, onClose }: NotMeProps & { onEnded: () => void }) {
  const write = useDeviceRejection(id, onEnded);
  const session = account.sessions.find((one) => one.id === id);
  return (
    <FormDialog
      title="Not Me"
      subtitle={session && deviceName(session)}
      icon={IconShieldX}
      size="form"
      action={session ? "End Session" : "Continue"}
      closeLabel="Cancel"
      write={write}
      onSubmit={() => write.mutate()}
      onClose={onClose}
    >
      <FormText>
        {session
          ? "This ends the session on that device. You will get an email if it logs in again."
          : "That session has already ended, or is the one you are using. You will get an email if its device logs in again."}
      </FormText>
      <FormText>
        {account.recovery_codes
          ? "Then you choose a new password and get new recovery codes."
          : "Then you choose a new password."}
      </FormText>
    </FormDialog>
  );
}
