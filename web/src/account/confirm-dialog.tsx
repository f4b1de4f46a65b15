import { useState, type ReactNode } from "react";
import { confirmIdentity, type Account } from "@groundcrew/shared/account";
import { CONFIRMED_FOR_MS } from "@groundcrew/shared/contract";
import { countText, MINUTE_MS } from "@groundcrew/shared/lib";
import type { SecondStepCode } from "@groundcrew/shared/sessions";
import { IconFingerprint, IconMail, IconShieldLock, IconWorldShare } from "@tabler/icons-react";
import { errorSentence } from "../data/api/index.ts";
import { Loaded } from "../kit/index.ts";
import { useForm } from "../lib/index.ts";
import { Button, CodeField, Dialog, FormDialog, FormText, Notice, PasswordField, TextButton } from "../ui/index.ts";
import { confirmedActs } from "./confirmed-acts.ts";
import { useAccount, useFirstPassword } from "./use-account.ts";
import { besidesField, useConfirmation, usePasskeyConfirmation, useSignOnConfirmation } from "./factors/use-factors.ts";

type ConfirmDialogProps = {
  /** The call that requires it. */
  name: string;
  onDone: () => void;
  onClose: () => void;
};

const HEAD = {
  title: "Confirm It Is You",
  subtitle: `For the next ${countText(CONFIRMED_FOR_MS / MINUTE_MS, "minute")}`,
  icon: IconShieldLock,
  closeLabel: "Cancel",
} as const;

/** Asks for the second step again, or for the password of a user who has none, before something dangerous. */
export function ConfirmDialog({ name, ...rest }: ConfirmDialogProps) {
  const query = useAccount();
  const about = `You are about to ${confirmedActs[name] ?? "change something that has to be confirmed"}.`;
  const { data, error } = query;
  // What was pressed is busy meanwhile. A dialog in place of another does not know where the focus was before.
  if (!data && !error) return null;
  if (data && (data.authenticator_app || data.passkeys.length > 0))
    return <FactorProof account={data} about={about} {...rest} />;
  if (data?.has_password) return <PasswordProof account={data} about={about} {...rest} />;
  return (
    <PlainDialog onClose={rest.onClose}>
      <Loaded query={query} content="your account">
        {(account) => (
          <>
            <FormText>{about}</FormText>
            <SignOnProof account={account} otherwise={<FirstPassword email={account.email} />} />
          </>
        )}
      </Loaded>
    </PlainDialog>
  );
}

function PlainDialog({ onClose, children }: Pick<ConfirmDialogProps, "onClose"> & { children: ReactNode }) {
  return (
    <Dialog {...HEAD} size="form" isStatic onClose={onClose}>
      <div className="column gap-4">{children}</div>
    </Dialog>
  );
}

type SignOnProofProps = { account: Account; otherwise?: ReactNode };

/** Goes to the organization's identity provider, which asks who the user is; `otherwise` is for those who cannot be asked there. */
function SignOnProof({ account: { identities, email }, otherwise = null }: SignOnProofProps) {
  const { mutate, isPending, error } = useSignOnConfirmation(email);
  const identity = identities.find(({ proves }) => proves);
  if (!identity) return otherwise;
  return (
    <>
      <Button icon={IconWorldShare} wide busy={isPending} onClick={() => mutate(identity.name)}>
        Continue with {identity.name}
      </Button>
      {error && <Notice tone="danger">{errorSentence(error)}</Notice>}
    </>
  );
}

/** The way of those who log in with Google alone, which does not say whether it has asked them who they are. */
function FirstPassword({ email }: { email: string }) {
  const { mutate, isPending } = useFirstPassword(email);
  return (
    <>
      <FormText>You have nothing to confirm with yet. Set a password, and log in with it.</FormText>
      <Button icon={IconMail} wide busy={isPending} onClick={() => mutate()}>
        Email Me a Link
      </Button>
    </>
  );
}

type ProofProps = Omit<ConfirmDialogProps, "name"> & { account: Account; about: string };

const wayTexts = {
  passkey: "Use a passkey",
  app: "Use the authenticator app",
  recovery: "Use a recovery code",
} as const;
type Way = keyof typeof wayTexts;

/** Asks for the easiest of the user's second factors; links lead to the others. */
function FactorProof(props: ProofProps) {
  const { passkeys, authenticator_app, recovery_codes } = props.account;
  const ways: Way[] = [];
  if (passkeys.length > 0) ways.push("passkey");
  if (authenticator_app) ways.push("app");
  if (recovery_codes) ways.push("recovery");
  const [way = "recovery", setWay] = useState(ways[0]);
  const others = (
    <p className="row wrap gap-2-4 small">
      {ways
        .filter((other) => other !== way)
        .map((other) => (
          <TextButton key={other} onClick={() => setWay(other)}>
            {wayTexts[other]}
          </TextButton>
        ))}
    </p>
  );
  if (way === "passkey") return <PasskeyProof others={others} {...props} />;
  return <CodeProof key={way} type={way} others={others} {...props} />;
}

type WithOthers = ProofProps & { others: ReactNode };

function PasskeyProof({ about, others, onDone, onClose }: WithOthers) {
  const { mutate, isPending, error } = usePasskeyConfirmation(onDone);
  return (
    <PlainDialog onClose={onClose}>
      <FormText>{about}</FormText>
      {error && <Notice tone="danger">{errorSentence(error)}</Notice>}
      <Button tone="main" icon={IconFingerprint} wide busy={isPending} data-autofocus onClick={() => mutate()}>
        Use a Passkey
      </Button>
      {others}
    </PlainDialog>
  );
}

function CodeProof({ type, about, others, onDone, onClose }: WithOthers & Pick<SecondStepCode, "type">) {
  const form = useForm(confirmIdentity.body, { type, code: "" });
  const write = useConfirmation({ onDone, onWrong: (reason) => form.setError("code", reason) });
  return (
    <FormDialog
      {...HEAD}
      size="form"
      action="Continue"
      write={besidesField(write)}
      onSubmit={form.submit((proof) => write.mutate(proof))}
      onClose={onClose}
    >
      <FormText>{about}</FormText>
      <CodeField type={type} data-autofocus {...form.text("code")} />
      {others}
    </FormDialog>
  );
}

function PasswordProof({ account, about, onDone, onClose }: ProofProps) {
  const form = useForm(confirmIdentity.body, { type: "password", password: "" });
  const write = useConfirmation({ onDone, onWrong: (reason) => form.setError("password", reason) });
  return (
    <FormDialog
      {...HEAD}
      size="form"
      action="Continue"
      write={besidesField(write)}
      onSubmit={form.submit((proof) => write.mutate(proof))}
      onClose={onClose}
    >
      <FormText>{about}</FormText>
      {/* So that password managers know whose password it is. */}
      <input type="email" autoComplete="username" value={account.email} readOnly hidden />
      <PasswordField
        {...form.text("password")}
        label="Your Password"
        autoComplete="current-password"
        maxLength={128}
        aria-required
        data-autofocus
      />
      <SignOnProof account={account} />
    </FormDialog>
  );
}
