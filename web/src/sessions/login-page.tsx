import { useMutation, useQueryClient } from "@tanstack/react-query";
import { CallFailure, sentenceOf } from "../api/index.ts";
import { useConsole } from "../console/index.ts";
import { Mark, Notice } from "../ui/index.ts";
import { GoogleButton } from "./google-button.tsx";
import type { GoogleAnswer } from "./google.ts";
import { LoginForm } from "./login-form.tsx";
import styles from "./login-page.module.css";
import { enter } from "./session.ts";
import { useGoogleAnswer } from "./use-google.ts";

type LoginPageProps = {
  /** Takes what Google left in the address out of it, and puts the path to return to back in. */
  onGoogleReturn: (r: string | null) => void;
};

type Attempt = { email: string; password: string } | GoogleAnswer;

export function LoginPage({ onGoogleReturn }: LoginPageProps) {
  const { brand, google_client_id } = useConsole();
  const client = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (attempt: Attempt) => {
      if ("refusal" in attempt) throw new CallFailure(null, attempt.refusal);
      if ("token" in attempt) return enter(client, { type: "google", ...attempt });
      return enter(client, { type: "credentials", ...attempt });
    },
  });

  useGoogleAnswer((answer, r) => {
    onGoogleReturn(r);
    mutate(answer);
  });

  return (
    <main className={styles.page}>
      <title>{`Log in · ${brand.product}`}</title>
      <section className={styles.box}>
        <div className={styles.brand}>
          <Mark />
          {brand.product}
        </div>
        <h1 className={styles.title}>Welcome</h1>
        <p className={styles.subtitle}>Log in to the product</p>
        {error && (
          <div className={styles.error}>
            <Notice tone="danger">{sentenceOf(error)}</Notice>
          </div>
        )}
        <LoginForm isBusy={isPending} onSubmit={(email, password) => mutate({ email, password })} />
        <div className={styles.or}>or</div>
        <GoogleButton clientId={google_client_id} isDisabled={isPending} />
      </section>
    </main>
  );
}
