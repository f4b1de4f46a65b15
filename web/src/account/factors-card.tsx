import { useState } from "react";
import type { Account } from "@groundcrew/shared/account";
import { FEW_RECOVERY_CODES, RECOVERY_CODES } from "@groundcrew/shared/sessions";
import {
  IconAlertTriangle,
  IconDeviceMobile,
  IconFileText,
  IconPlus,
  IconRefresh,
  IconShieldCheck,
  IconShieldOff,
  IconTrash,
} from "@tabler/icons-react";
import { Age } from "../kit/index.ts";
import { dateText } from "../lib/index.ts";
import { Button, Card, ConfirmButton, Pill } from "../ui/index.ts";
import { AccountLine } from "./account-line.tsx";
import { AppDialog } from "./app-dialog.tsx";
import { CodesDialog } from "./codes-dialog.tsx";
import { PasskeysList } from "./passkeys-list.tsx";
import { useAppRemoval, useCodesRenewal, useNewApp, type NewApp } from "./use-factors.ts";

/** The user's second factors. */
export function FactorsCard({ account }: { account: Account }) {
  const { passkeys, authenticator_app: app, recovery_codes } = account;
  const isOn = app !== null || passkeys.length > 0;
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const renewal = useCodesRenewal(setCodes);
  return (
    <Card
      title="Second Step"
      aside={
        <Pill tone={isOn ? "ok" : "plain"} icon={isOn ? IconShieldCheck : IconShieldOff} className="push-right">
          {isOn ? "On" : "Off"}
        </Pill>
      }
    >
      <p className="caption muted mb-2">Asked for after the password, and again before something dangerous.</p>
      <div className="ruled">
        <PasskeysList passkeys={passkeys} onCodes={setCodes} />
        <AppLine app={app} onCodes={setCodes} />
        {recovery_codes && (
          <AccountLine
            icon={IconFileText}
            title={<CodesLeft left={recovery_codes.left} />}
            text={madeText(recovery_codes)}
          >
            <Button icon={IconRefresh} busy={renewal.isPending} onClick={() => renewal.mutate()}>
              Make New Ones
            </Button>
          </AccountLine>
        )}
      </div>
      {codes && <CodesDialog codes={codes} email={account.email} onClose={() => setCodes(null)} />}
    </Card>
  );
}

function AppLine({ app, onCodes }: { app: Account["authenticator_app"]; onCodes: (codes: readonly string[]) => void }) {
  const [setup, setSetup] = useState<NewApp | null>(null);
  const begin = useNewApp(setSetup);
  const removal = useAppRemoval();
  return (
    <AccountLine icon={IconDeviceMobile} title="Authenticator App" text={<AppAge app={app} />}>
      <Button
        icon={app ? IconRefresh : IconPlus}
        aria-label={app ? "Replace the Authenticator App" : "Add an Authenticator App"}
        busy={begin.isPending}
        onClick={() => begin.mutate()}
      >
        {app ? "Replace" : "Add"}
      </Button>
      {app && (
        <ConfirmButton
          label="Remove"
          target="the authenticator app"
          icon={IconTrash}
          busy={removal.isPending}
          onConfirm={() => removal.mutate()}
        />
      )}
      {setup && (
        <AppDialog
          setup={setup}
          onAdded={(codes) => {
            setSetup(null);
            if (codes.length > 0) onCodes(codes);
          }}
          onClose={() => setSetup(null)}
        />
      )}
    </AccountLine>
  );
}

function AppAge({ app }: { app: Account["authenticator_app"] }) {
  if (!app) return "None. An app on your phone shows a new code every 30 seconds.";
  return (
    <>
      Added {dateText(app.added)}
      {app.last_used !== null && (
        <>
          {" · used "}
          <Age since={app.last_used} />
        </>
      )}
    </>
  );
}

function CodesLeft({ left }: { left: number }) {
  return (
    <>
      {`Recovery Codes: ${left} of ${RECOVERY_CODES} left `}
      {left <= FEW_RECOVERY_CODES && (
        <Pill tone="warn" icon={IconAlertTriangle}>
          {left === 0 ? "None left" : "Running low"}
        </Pill>
      )}
    </>
  );
}

function madeText({ made }: { made: string }): string {
  return `Made ${dateText(made)}. Each replaces the second step once.`;
}
