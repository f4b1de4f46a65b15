import { useState, useEffect, useRef, useId, type ReactNode } from "react";
import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { PendingLogin, SessionUser } from "@groundcrew/shared/sessions";
import { CallFailure, errorSentence, useServerMutation } from "../data/api/index.ts";
import { useConsole } from "../console/index.ts";
import { useUnsafeToReload } from "../lib/index.ts";
import { Notice, Button, Form, PasswordField, TextField, Mark } from "../ui/index.ts";
import { answerChallenge } from "./answer-challenge.ts";
import { type GoogleResponse, useGoogleResponse, startGoogleSignIn } from "./google.ts";
import styles from "./login-page.module.css";
import { submitLogin } from "./log-in.ts";
import { offersPasskeys } from "./passkey-memory.ts";
import { SecondStep } from "./second-step.tsx";
import { hasSessionEnded } from "./session.ts";
import { IconBrandGoogle, IconFingerprint } from "@tabler/icons-react";

type LoginPageProps = {
  /** Removes Google's response from the address, and restores the path to return to. */
  onGoogleReturn: (r: string | null) => void;
  /** The server has accepted a login, whose user is now loaded. */
  onAccepted?: (user: SessionUser) => void;
};

type Attempt = { email: string; password: string } | GoogleResponse | "passkey";

export function LoginPage({ onGoogleReturn, onAccepted }: LoginPageProps) {
  const { google_client_id } = useConsole();
  const client = useQueryClient();
  const [isEnded] = useState(() => hasSessionEnded(client));
  const [pending, setPending] = useState<PendingLogin | null>(null);
  const [lost, setLost] = useState<string | null>(null);
  const { mutate, isPending, error } = useServerMutation({
    ifUnanswered: null,
    run: async (attempt: Attempt) => {
      if (attempt === "passkey") return submitLogin(client, await answerChallenge(), onAccepted);
      if ("refusal" in attempt) throw new CallFailure(null, attempt.refusal);
      if ("token" in attempt) return submitLogin(client, { type: "google", ...attempt }, onAccepted);
      return submitLogin(client, { type: "credentials", ...attempt }, onAccepted);
    },
    onStart: () => setLost(null),
    onSuccess: setPending,
  });

  useUnsafeToReload(error !== null);
  useGoogleResponse((response, r) => {
    onGoogleReturn(r);
    mutate(response);
  });

  function leaveStep(reason: string | null): void {
    setLost(reason);
    setPending(null);
  }
  if (pending) {
    return (
      <PublicPage name="Log in" title="One more step" subtitle={pending.email}>
        <SecondStep pending={pending} onAccepted={onAccepted} onLeave={leaveStep} />
      </PublicPage>
    );
  }
  const failure = lost ?? (error && errorSentence(error));
  return (
    <PublicPage name="Log in" title="Welcome" subtitle="Log in to the product">
      {isEnded && failure === null && (
        <Notice className="mb-4" tone="info">
          Your session has ended. Log in to continue where you left off.
        </Notice>
      )}
      {failure !== null && (
        <Notice className="mb-4" tone="danger">
          {failure}
        </Notice>
      )}
      <LoginForm isBusy={isPending} onSubmit={(email, password) => mutate({ email, password })} />
      <p className={`size-small text-center mt-3 ${styles.forgot}`}>
        <Link to="/forgot">Forgot Password?</Link>
      </p>
      <div className={`row gap-3 caption muted ${styles.or}`}>or</div>
      {offersPasskeys() && (
        <Button className="mb-3" wide icon={IconFingerprint} disabled={isPending} onClick={() => mutate("passkey")}>
          Continue with a Passkey
        </Button>
      )}
      <GoogleButton clientId={google_client_id} isDisabled={isPending} />
    </PublicPage>
  );
}

type LoginFormProps = { isBusy: boolean; onSubmit: (email: string, password: string) => void };

function LoginForm({ isBusy, onSubmit }: LoginFormProps) {
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const first = useRef<HTMLInputElement>(null);
  useUnsafeToReload(email !== "" || password !== "");

  // The form is the page's only content.
  useEffect(() => first.current?.focus(), []);

  return (
    <Form onSubmit={() => onSubmit(email, password)}>
      <TextField
        ref={first}
        label="Email Address"
        type="email"
        autoComplete="username"
        required
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <PasswordField
        label="Password"
        autoComplete="current-password"
        required
        maxLength={128}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <Button tone="main" type="submit" busy={isBusy} wide>
        Continue
      </Button>
    </Form>
  );
}

type GoogleButtonProps = { clientId: string | null; isDisabled: boolean };

/** If the server has no Google client id, the button is disabled and shows the reason. */
function GoogleButton({ clientId, isDisabled }: GoogleButtonProps) {
  const reasonId = useId();
  const label = "Continue with Google (Limited Beta)";
  if (clientId !== null) {
    return (
      <Button wide icon={IconBrandGoogle} disabled={isDisabled} onClick={() => startGoogleSignIn(clientId)}>
        {label}
      </Button>
    );
  }
  return (
    <>
      <Button wide icon={IconBrandGoogle} disabled aria-describedby={reasonId}>
        {label}
      </Button>
      <p id={reasonId} className="caption muted text-center mt-2">
        Google sign-in is not configured on this server.
      </p>
    </>
  );
}

type PublicPageProps = {
  /** The page's title in the browser; its heading by default. */
  name?: string;
  title: string;
  subtitle: string;
  children: ReactNode;
};

/** The layout of pages that need no login. */
export function PublicPage({ title, name = title, subtitle, children }: PublicPageProps) {
  const { brand } = useConsole();
  return (
    <main className={`center ${styles.page}`}>
      <title>{`${name} · ${brand.product}`}</title>
      <section className={`full-width surface bordered ${styles.box}`}>
        <div className={`row gap-2 heavy ${styles.brand}`}>
          <Mark />
          {brand.product}
        </div>
        <h1 className={styles.title}>{title}</h1>
        <p className={`soft ${styles.subtitle}`}>{subtitle}</p>
        {children}
      </section>
    </main>
  );
}
