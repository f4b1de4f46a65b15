import { changeName, changePassword } from "@groundcrew/shared/account";
import { newPassword } from "@groundcrew/shared/users";
import { IconPassword, IconUser } from "@tabler/icons-react";
import { useForm } from "../lib/index.ts";
import { FormDialog, FormText, PasswordField, TextField } from "../ui/index.ts";
import { useNameChange, usePasswordChange } from "./use-account.ts";

/** The rule for the shortest password, before one is typed. */
const POLICY = newPassword.safeParse("x").error?.issues[0]?.message;

export function NameDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const form = useForm(changeName.body, { name });
  const write = useNameChange(() => {
    form.reset();
    onClose();
  });
  return (
    <FormDialog
      title="Change Name"
      icon={IconUser}
      size="form"
      action="Save"
      form={form}
      write={write}
      onSubmit={form.submit((fields) => write.mutate(fields.name))}
      onClose={onClose}
    >
      <TextField {...form.text("name")} label="Name" autoComplete="name" maxLength={100} aria-required />
    </FormDialog>
  );
}

type PasswordDialogProps = { email: string; onDone?: () => void; onClose: () => void };

/** Changes the password. It closes when that is done, unless something else follows. */
export function PasswordDialog({ email, onClose, onDone = onClose }: PasswordDialogProps) {
  const form = useForm(changePassword.body, { current: "", password: "" });
  const write = usePasswordChange(() => {
    form.reset();
    onDone();
  });
  return (
    <FormDialog
      title="Change Password"
      icon={IconPassword}
      size="form"
      action="Change Password"
      form={form}
      write={write}
      onSubmit={form.submit((passwords) => write.mutate(passwords))}
      onClose={onClose}
    >
      {/* So that password managers know whose password it is. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField {...form.text("current")} label="Current Password" autoComplete="current-password" aria-required />
      <PasswordField
        {...form.text("password")}
        label="New Password"
        autoComplete="new-password"
        hint={POLICY}
        aria-required
      />
      <FormText>You will be logged out everywhere else.</FormText>
    </FormDialog>
  );
}
