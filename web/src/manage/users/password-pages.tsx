import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { newPassword, requestPasswordReset, resetRequest, setPassword } from "@groundcrew/shared/users";
import { call, CallFailure, errorSentence, useServerMutation } from "../../data/api/index.ts";
import { useForm } from "../../lib/index.ts";
import { PublicPage, reloadSession } from "../../sessions/index.ts";
import { Button, Form, Notice, PasswordField, TextField, toast } from "../../ui/index.ts";
import type { PasswordLink } from "./password-link.ts";

const choice = setPassword.body.pick({ password: true });

/** The rule for the shortest password, before one is typed. */
const POLICY = newPassword.safeParse("x").error?.issues[0]?.message;

type SetPasswordPageProps = { link: PasswordLink; onDone: () => void };

/** Sets the password of the user whom a link came to by mail. */
export function SetPasswordPage({ link: { email, code }, onDone }: SetPasswordPageProps) {
  const client = useQueryClient();
  const form = useForm(choice, { password: "" });
  const { mutate, isPending, error } = useServerMutation({
    form,
    run: (password: string) => call(setPassword, { query: { code }, body: { email, password } }),
    onSuccess: async () => {
      // A new password logs its user out everywhere, which may include here.
      await reloadSession(client);
      toast("success", "Your new password is set.");
      onDone();
    },
  });

  return (
    <PublicPage title="Set Password" subtitle="Choose a password to log in with">
      <Form noValidate onSubmit={form.submit(({ password }) => mutate(password))}>
        <TextField label="Email Address" type="email" autoComplete="username" readOnly value={email} />
        <PasswordField {...form.text("password")} label="Password" autoComplete="new-password" hint={POLICY} />
        {error && <Notice tone="danger">{errorSentence(error)}</Notice>}
        <Button tone="main" type="submit" busy={isPending} wide>
          Set Password
        </Button>
        {isDead(error) && <Link to="/forgot">Forgot Password?</Link>}
      </Form>
    </PublicPage>
  );
}

/** True if the link does not serve any more. */
function isDead(error: unknown): boolean {
  return error instanceof CallFailure && error.status === 404;
}

type ForgotPageProps = { onBack: () => void; onDone: () => void };

/** Requests a link to set a new password. The page does not reveal whether the user exists. */
export function ForgotPage({ onBack, onDone }: ForgotPageProps) {
  const form = useForm(resetRequest, { email: "" });
  const { mutate, isPending, error } = useServerMutation({
    form,
    ifUnanswered: "The email may have been sent.",
    run: (email: string) => call(requestPasswordReset, { query: { email } }),
    onSuccess: () => {
      toast("success", "Check your email for a link to set a new password.");
      onDone();
    },
  });

  return (
    <PublicPage title="Forgot Password" subtitle="Get an email with a link to set a new password">
      <Form onSubmit={form.submit(({ email }) => mutate(email))}>
        <TextField {...form.text("email")} label="Email Address" type="email" autoComplete="username" required />
        {error && <Notice tone="danger">{errorSentence(error)}</Notice>}
        <Button tone="main" type="submit" busy={isPending} wide>
          Continue
        </Button>
        <Button wide onClick={onBack}>
          Go Back
        </Button>
      </Form>
    </PublicPage>
  );
}
