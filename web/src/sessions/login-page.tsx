import { useState } from "react";
import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { CallFailure, sentenceOf, useWrite } from "../api/index.ts";
import { useConsole } from "../console/index.ts";
import { Notice } from "../ui/index.ts";
import { GoogleButton } from "./google-button.tsx";
import type { GoogleReply } from "./google.ts";
import { LoginForm } from "./login-form.tsx";
import styles from "./login-page.module.css";
import { PublicPage } from "./public-page.tsx";
import { submitLogin, hasSessionEnded } from "./session.ts";
import { useGoogleReply } from "./use-google.ts";

type LoginPageProps = {
  /** Removes Google's reply from the address, and restores the path to return to. */
  onGoogleReturn: (r: string | null) => void;
};

type Attempt = { email: string; password: string } | GoogleReply;

export function LoginPage({ onGoogleReturn }: LoginPageProps) {
  const { google_client_id } = useConsole();
  const client = useQueryClient();
  const [isEnded] = useState(() => hasSessionEnded(client));
  const { mutate, isPending, error } = useWrite({
    run: async (attempt: Attempt) => {
      if ("refusal" in attempt) throw new CallFailure(null, attempt.refusal);
      if ("token" in attempt) return submitLogin(client, { type: "google", ...attempt });
      return submitLogin(client, { type: "credentials", ...attempt });
    },
  });

  useGoogleReply((answer, r) => {
    onGoogleReturn(r);
    mutate(answer);
  });

  return (
    <PublicPage name="Log in" title="Welcome" subtitle="Log in to the product">
      {isEnded && !error && (
        <div className={styles.notice}>
          <Notice tone="info">Your session has ended. Log in to continue where you left off.</Notice>
        </div>
      )}
      {error && (
        <div className={styles.notice}>
          <Notice tone="danger">{sentenceOf(error)}</Notice>
        </div>
      )}
      <LoginForm isBusy={isPending} onSubmit={(email, password) => mutate({ email, password })} />
      <p className={styles.forgot}>
        <Link to="/forgot">Forgot Password?</Link>
      </p>
      <div className={styles.or}>or</div>
      <GoogleButton clientId={google_client_id} isDisabled={isPending} />
    </PublicPage>
  );
}
