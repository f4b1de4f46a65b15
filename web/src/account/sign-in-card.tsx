import { useState } from "react";
import type { Account } from "@groundcrew/shared/account";
import { IconBrandGoogle, IconMail, IconPassword, IconUser } from "@tabler/icons-react";
import { useConsole } from "../console/index.ts";
import { Age } from "../kit/index.ts";
import { dateText } from "../lib/index.ts";
import { Button, Card } from "../ui/index.ts";
import { AccountLine } from "./account-line.tsx";
import { NameDialog, PasswordDialog } from "./dialogs.tsx";
import { useFirstPassword } from "./use-account.ts";

/** The user's name, and how they prove who they are. */
export function SignInCard({ account }: { account: Account }) {
  const { google_client_id } = useConsole();
  const [dialog, setDialog] = useState<"name" | "password" | null>(null);
  const first = useFirstPassword(account.email);
  const close = () => setDialog(null);
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
        {(google_client_id !== null || account.has_google) && (
          <AccountLine
            icon={IconBrandGoogle}
            title="Google"
            text={account.has_google ? "Linked" : "Not linked. It is linked when you log in with Google."}
          />
        )}
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
