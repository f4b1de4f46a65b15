import { useRef, useState } from "react";
import { lastFactorSentence, type Account } from "@groundcrew/shared/account";
import { FEW_RECOVERY_CODES, RECOVERY_CODES } from "@groundcrew/shared/sessions";
import {
  IconAlertTriangle,
  IconDeviceMobile,
  IconFileText,
  IconPlus,
  IconShieldCheck,
  IconShieldOff,
} from "@tabler/icons-react";
import { Age } from "../../kit/index.ts";
import { dateText } from "../../lib/index.ts";
import { Button, Card, Pill } from "../../ui/index.ts";
import { AccountGroup, AccountLine } from "../account-line.tsx";
import { AppDialog } from "./app-dialog.tsx";
import { CodesDialog } from "./codes-dialog.tsx";
import { PasskeysGroup } from "./passkeys-group.tsx";
import { RemoveButton } from "./remove-button.tsx";
import { useAppRemoval, useCodesRenewal, useNewApp, type NewApp } from "./use-factors.ts";

/** The user's second factors. */
export function FactorsCard({ account }: { account: Account }) {
  const { passkeys, authenticator_app: app } = account;
  const isOn = app !== null || passkeys.length > 0;
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const card = useRef<HTMLElement>(null);
  const onCodes = (made: readonly string[]) => made.length > 0 && setCodes(made);
  const isLast = passkeys.length + (app ? 1 : 0) === 1;
  const lock = isLast && account.second_step_from !== null ? lastFactorSentence(account.organization) : null;
  function closeCodes() {
    setCodes(null);
    // What opened the dialog before is not known any more, and the card is inert until this one is removed.
    setTimeout(() => card.current?.focus());
  }
  return (
    <Card
      title="Second Step"
      ref={card}
      aside={
        <Pill tone={isOn ? "ok" : "plain"} icon={isOn ? IconShieldCheck : IconShieldOff} className="push-right">
          {isOn ? "On" : "Off"}
        </Pill>
      }
    >
      <p className="caption muted mb-2">Asked for after the password, and again before something dangerous.</p>
      <PasskeysGroup passkeys={passkeys} lock={lock} onCodes={onCodes} />
      <AppGroup app={app} lock={lock} onCodes={onCodes} />
      <CodesGroup recovery={account.recovery_codes} onCodes={onCodes} />
      {lock !== null && <p className="caption muted mt-2">{lock}</p>}
      {codes && <CodesDialog codes={codes} email={account.email} onClose={closeCodes} />}
    </Card>
  );
}

type OnCodes = (codes: readonly string[]) => void;
type AppProps = { app: Account["authenticator_app"]; lock: string | null; onCodes: OnCodes };

function AppGroup({ app, lock, onCodes }: AppProps) {
  const [setup, setSetup] = useState<NewApp | null>(null);
  const begin = useNewApp(setSetup);
  const removal = useAppRemoval();
  const button = (
    <Button
      {...(!app && { icon: IconPlus })}
      aria-label={app ? "Replace the Authenticator App" : "Add an Authenticator App"}
      busy={begin.isPending}
      onClick={() => begin.mutate()}
    >
      {app ? "Replace" : "Add"}
    </Button>
  );
  return (
    <>
      <AccountGroup title="Authenticator App" action={!app && button}>
        {app ? (
          <AccountLine icon={IconDeviceMobile} title="6-Digit Code" text={<AppAge app={app} />}>
            {button}
            <RemoveButton
              target="the authenticator app"
              lock={lock}
              busy={removal.isPending}
              onConfirm={() => removal.mutate()}
            />
          </AccountLine>
        ) : (
          <AccountLine
            icon={IconDeviceMobile}
            title="None"
            text="An app on your phone shows a new code every 30 seconds."
          />
        )}
      </AccountGroup>
      {setup && (
        <AppDialog
          setup={setup}
          onAdded={(codes) => {
            setSetup(null);
            onCodes(codes);
          }}
          onClose={() => setSetup(null)}
        />
      )}
    </>
  );
}

function CodesGroup({ recovery, onCodes }: { recovery: Account["recovery_codes"]; onCodes: OnCodes }) {
  const renewal = useCodesRenewal(onCodes);
  if (!recovery) return null;
  return (
    <AccountGroup title="Recovery Codes">
      <AccountLine icon={IconFileText} title={<CodesLeft left={recovery.left} />} text={madeText(recovery)}>
        <Button busy={renewal.isPending} onClick={() => renewal.mutate()}>
          Make New Ones
        </Button>
      </AccountLine>
    </AccountGroup>
  );
}

function AppAge({ app }: { app: NonNullable<Account["authenticator_app"]> }) {
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
      {`${left} of ${RECOVERY_CODES} left `}
      {left <= FEW_RECOVERY_CODES && (
        <Pill tone="warn" icon={IconAlertTriangle}>
          {left === 0 ? "None left" : "Running low"}
        </Pill>
      )}
    </>
  );
}

function madeText({ made }: { made: string }): string {
  return `Made ${dateText(made)}. Each works once.`;
}
