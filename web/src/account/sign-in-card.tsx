import { useState } from "react";
import type { Account } from "@groundcrew/shared/account";
import {
  IconBrandGoogle,
  IconMail,
  IconPassword,
  IconUser,
  IconWorldShare,
  type Icon as TablerIcon,
} from "@tabler/icons-react";
import { useConsole } from "../console/index.ts";
import { Age } from "../kit/index.ts";
import { dateText } from "../lib/index.ts";
import { Button, Card, ConfirmButton } from "../ui/index.ts";
import { AccountLine } from "./account-line.tsx";
import { NameDialog, PasswordDialog } from "./dialogs.tsx";
import { useFirstPassword, useUnlinking } from "./use-account.ts";

type Identity = Account["identities"][number];

/** The user's name, and how they prove who they are. */
export function SignInCard({ account }: { account: Account }) {
  const { google_client_id } = useConsole();
  const [dialog, setDialog] = useState<"name" | "password" | null>(null);
  const first = useFirstPassword(account.email);
  const close = () => setDialog(null);
  const isLinked = (kind: Identity["by"]) => account.identities.some(({ by, usable }) => by === kind && usable);
  return (
    <Card title="Sign-In">
      <ul className="ruled">
        <AccountLine
          icon={IconUser}
          title="Name"
          text={account.name === "" ? "Others see your email address." : account.name}
        >
          <Button aria-label="Change Name" onClick={() => setDialog("name")}>
            Change
          </Button>
        </AccountLine>
        <AccountLine icon={IconPassword} title="Password" text={<PasswordAge account={account} />}>
          {account.has_password ? (
            <Button aria-label="Change Password" onClick={() => setDialog("password")}>
              Change
            </Button>
          ) : (
            <Button icon={IconMail} busy={first.isPending} onClick={() => first.mutate()}>
              Email Me a Link
            </Button>
          )}
        </AccountLine>
        {account.identities.map((identity) => (
          <IdentityLine key={identity.id} identity={identity} />
        ))}
        {account.single_sign_on !== null && !isLinked("sso") && (
          <NotLinked icon={IconWorldShare} name={account.single_sign_on} />
        )}
        {google_client_id !== null && !isLinked("google") && <NotLinked icon={IconBrandGoogle} name="Google" />}
      </ul>
      {dialog === "name" && <NameDialog name={account.name} onClose={close} />}
      {dialog === "password" && <PasswordDialog email={account.email} onClose={close} />}
    </Card>
  );
}

function PasswordAge({ account: { has_password, password_set } }: { account: Account }) {
  if (!has_password) return "None yet. A link in an email lets you set one.";
  if (password_set === null) return "Set";
  return (
    <>
      Changed {dateText(password_set)}, <Age since={password_set} />
    </>
  );
}

function IdentityLine({ identity: { id, by, name, email, last_used, usable } }: { identity: Identity }) {
  const { mutate, isPending } = useUnlinking(id, name);
  return (
    <AccountLine
      icon={by === "google" ? IconBrandGoogle : IconWorldShare}
      title={
        <>
          {name} <span className="count-badge quiet">Linked</span>
        </>
      }
      text={
        <>
          {email ?? "Address unknown"}
          {last_used !== null && (
            <>
              {" · used "}
              <Age since={last_used} />
            </>
          )}
          {!usable && " · no longer set up"}
        </>
      }
    >
      <ConfirmButton tone="plain" label="Unlink" target={name} busy={isPending} onConfirm={() => mutate()} />
    </AccountLine>
  );
}

function NotLinked({ icon, name }: { icon: TablerIcon; name: string }) {
  return <AccountLine icon={icon} title={name} text={`Not linked. Log in with ${name} once to link it.`} />;
}
