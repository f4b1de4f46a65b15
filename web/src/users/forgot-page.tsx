import { requestPasswordReset } from "@groundcrew/shared/users";
import { call, sentenceOf, useWrite } from "../api/index.ts";
import { useForm } from "../lib/index.ts";
import { PublicPage } from "../sessions/index.ts";
import { Button, Form, Notice, TextField, toast } from "../ui/index.ts";

type ForgotPageProps = { onBack: () => void; onDone: () => void };

/** Requests a link to set a new password. The page does not reveal whether the user exists. */
export function ForgotPage({ onBack, onDone }: ForgotPageProps) {
  const form = useForm(requestPasswordReset.query, { email: "" });
  const { mutate, isPending, error } = useWrite({
    form,
    run: (email: string) => call(requestPasswordReset, { query: { email } }),
    onSuccess: () => {
      toast("success", "Check your email for a link to set a new password.");
      onDone();
    },
  });

  return (
    <PublicPage title="Forgot Password" subtitle="Get an email with a link to set a new password">
      <Form noValidate onSubmit={form.submit(({ email }) => mutate(email))}>
        <TextField {...form.text("email")} label="Email Address" type="email" autoComplete="username" />
        {error && <Notice tone="danger">{sentenceOf(error)}</Notice>}
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
