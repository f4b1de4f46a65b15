import { useState, useEffect, useRef, useId, type ReactNode } from "react";
import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { PendingLogin, SessionUser } from "@groundcrew/shared/sessions";
import { errorSentence, useServerMutation } from "../data/api/index.ts";
import { useConsole } from "../console/index.ts";
import { useUnsafeToReload } from "../lib/index.ts";
import { Notice, Button, Form, PasswordField, TextField, Mark } from "../ui/index.ts";
import { startGoogleSignIn } from "./google.ts";
import styles from "./login-page.module.css";
import { attemptLogin, type Attempt } from "./log-in.ts";
import { offersPasskeys } from "./passkey-memory.ts";
import { SecondStep } from "./second-step.tsx";
import { hasSessionEnded } from "./session.ts";
import { useSignOn } from "./sign-on.ts";
import { useResponse } from "./use-response.ts";
import { IconBrandGoogle, IconFingerprint, IconWorldShare } from "@tabler/icons-react";

type LoginPageProps = {
  /** Removes the response of Google or an identity provider from the address, and restores the path to return to. */
  onReturn: (r: string | null) => void;
  /** The server has accepted a login, whose user is now loaded. */
  onAccepted?: (user: SessionUser) => void;
};

export function LoginPage({ onReturn, onAccepted }: LoginPageProps) {
  const client = useQueryClient();
  const [isEnded] = useState(() => hasSessionEnded(client));
  const [pending, setPending] = useState<PendingLogin | null>(null);
  const [lost, setLost] = useState<string | null>(null);
  const { mutate, isPending, error } = useServerMutation({
    ifUnanswered: null,
    run: (attempt: Attempt) => attemptLogin(client, attempt, onAccepted),
    onStart: () => setLost(null),
    onSuccess: setPending,
  });

  useUnsafeToReload(error !== null);
  useResponse({
    onResponse(response, r) {
      onReturn(r);
      mutate(response);
    },
    onForeign() {
      onReturn(null);
      setLost("This login was started in another tab or browser, or has already been used. Try again.");
    },
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
      <WaysIn isPending={isPending} onAttempt={mutate} />
    </PublicPage>
  );
}

type WaysProps = { isPending: boolean; onAttempt: (attempt: Attempt) => void };

/** The ways to log in. */
function WaysIn({ isPending, onAttempt }: WaysProps) {
  const { google_client_id } = useConsole();
  const [known, setKnown] = useState("");
  const signOn = useSignOn(known);
  const shared = { className: "mb-3", wide: true, disabled: isPending };
  return (
    <>
      <LoginForm isBusy={isPending} onEmail={setKnown} onSubmit={(email, password) => onAttempt({ email, password })} />
      <p className={`size-small text-center mt-3 ${styles.forgot}`}>
        <Link to="/forgot">Forgot Password?</Link>
      </p>
      <div className={`row gap-3 caption muted ${styles.or}`}>or</div>
      {offersPasskeys() && (
        <Button {...shared} icon={IconFingerprint} onClick={() => onAttempt("passkey")}>
          Continue with a Passkey
        </Button>
      )}
      {signOn && (
        <Button {...shared} icon={IconWorldShare} onClick={() => onAttempt(signOn)}>
          Continue with {signOn.name}
        </Button>
      )}
      <GoogleButton clientId={google_client_id} isDisabled={isPending} />
    </>
  );
}

type LoginFormProps = {
  isBusy: boolean;
  /** An email address is entered. */
  onEmail: (email: string) => void;
  onSubmit: (email: string, password: string) => void;
};

function LoginForm({ isBusy, onEmail, onSubmit }: LoginFormProps) {
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
        onBlur={() => onEmail(email)}
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
