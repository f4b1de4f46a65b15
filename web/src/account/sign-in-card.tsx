import { useState, type ReactNode } from "react";
import type { Account } from "@groundcrew/shared/account";
import {
  IconBrandGoogle,
  IconMail,
  IconPassword,
  IconPencil,
  IconUser,
  type Icon as TablerIcon,
} from "@tabler/icons-react";
import { useConsole } from "../console/index.ts";
import { Age } from "../kit/index.ts";
import { dateText } from "../lib/index.ts";
import { Button, Card, Icon } from "../ui/index.ts";
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
      <Line icon={IconUser} title="Name" text={account.name === "" ? "Others see your email address." : account.name}>
        <Button icon={IconPencil} aria-label="Change Name" onClick={() => setDialog("name")}>
          Change
        </Button>
      </Line>
      <Line icon={IconPassword} title="Password" text={<PasswordAge account={account} />}>
        {account.has_password ? (
          <Button icon={IconPencil} aria-label="Change Password" onClick={() => setDialog("password")}>
            Change
          </Button>
        ) : (
          <Button icon={IconMail} busy={first.isPending} onClick={() => first.mutate()}>
            Email Me a Link
          </Button>
        )}
      </Line>
      {(google_client_id !== null || account.has_google) && (
        <Line
          icon={IconBrandGoogle}
          title="Google"
          text={account.has_google ? "Linked" : "Not linked. It is linked when you log in with Google."}
        />
      )}
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

type LineProps = { icon: TablerIcon; title: string; text: ReactNode; children?: ReactNode };

function Line({ icon, title, text, children }: LineProps) {
  return (
    <div className="row gap-3 py-2h border-below">
      <span className="square-32 center rigid soft sunken rounded">
        <Icon icon={icon} size="l" />
      </span>
      <div className="grow min-0">
        <b className="block">{title}</b>
        <span className="caption muted anywhere">{text}</span>
      </div>
      {children}
    </div>
  );
}
