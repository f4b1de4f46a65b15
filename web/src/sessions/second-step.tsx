import { useEffect, useRef, useState } from "react";
import { useQueryClient } from "@tanstack/react-query";
import {
  secondStepCode,
  type PendingLogin,
  type SecondStepCode,
  type SecondStepProof,
  type SessionUser,
} from "@groundcrew/shared/sessions";
import { IconFingerprint } from "@tabler/icons-react";
import { CallFailure, errorSentence, useServerMutation } from "../data/api/index.ts";
import { useForm } from "../lib/index.ts";
import { Button, CodeField, Form, Notice, TextButton } from "../ui/index.ts";
import { answerChallenge } from "./answer-challenge.ts";
import { submitSecondStep } from "./log-in.ts";
import styles from "./login-page.module.css";
import { rememberPasskey } from "./passkey-memory.ts";

type SecondStepProps = {
  pending: PendingLogin;
  onAccepted: ((user: SessionUser) => void) | undefined;
  /** Back to the first step. `reason` is set if the login is over. */
  onLeave: (reason: string | null) => void;
};

/** The second step of a login: a passkey, a code of the authenticator app, or a recovery code. */
export function SecondStep(props: SecondStepProps) {
  const { pending, onLeave } = props;
  const has = (step: PendingLogin["steps"][number]) => pending.steps.includes(step);
  const usual = has("app") ? "app" : null;
  const [type, setType] = useState<SecondStepCode["type"] | null>(has("passkey") ? usual : (usual ?? "recovery"));
  return (
    <>
      {has("passkey") && <PasskeyStep {...props} />}
      {has("passkey") && type !== null && <div className={`row gap-3 caption muted ${styles.or}`}>or</div>}
      {type !== null && <CodeForm key={type} type={type} {...props} />}
      <p className="row wrap justify-between gap-2 small mt-3">
        {has("recovery") && type !== "recovery" && (
          <TextButton onClick={() => setType("recovery")}>Use a recovery code</TextButton>
        )}
        {has("app") && type === "recovery" && (
          <TextButton onClick={() => setType("app")}>Use the authenticator app</TextButton>
        )}
        <TextButton onClick={() => onLeave(null)}>Log in as somebody else</TextButton>
      </p>
    </>
  );
}

/** Takes the second step. */
function useStep({ pending, onAccepted, onLeave }: SecondStepProps, onWrong?: (reason: string) => void) {
  const client = useQueryClient();
  return useServerMutation({
    ifUnanswered: null,
    run: async (prove: () => Promise<SecondStepProof>) =>
      submitSecondStep(client, { login: pending.login, step: await prove() }, onAccepted),
    onError: (error) => {
      if (error instanceof CallFailure && error.status === 409) onLeave(error.message);
      else onWrong?.(errorSentence(error));
    },
  });
}

function PasskeyStep(props: SecondStepProps) {
  const { mutate, isPending, error } = useStep(props);
  const prove = async () => {
    const answer = await answerChallenge();
    rememberPasskey();
    return answer;
  };
  return (
    <>
      {error && (
        <Notice className="mb-4" tone="danger">
          {errorSentence(error)}
        </Notice>
      )}
      <Button tone="main" icon={IconFingerprint} wide busy={isPending} onClick={() => mutate(prove)}>
        Use a Passkey
      </Button>
    </>
  );
}

function CodeForm({ type, ...props }: SecondStepProps & Pick<SecondStepCode, "type">) {
  const form = useForm(secondStepCode, { type, code: "" });
  const { mutate, isPending } = useStep(props, (reason) => form.setError("code", reason));
  const field = useRef<HTMLInputElement>(null);

  // The code is what most people type here.
  useEffect(() => field.current?.focus(), []);

  return (
    <Form noValidate onSubmit={form.submit((step) => mutate(async () => step))}>
      <CodeField ref={field} type={type} {...form.text("code")} />
      <Button type="submit" busy={isPending} disabled={form.values.code === ""} wide>
        Continue
      </Button>
    </Form>
  );
}
