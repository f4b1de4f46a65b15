import type { OwnSession, SignInMethod } from "@groundcrew/shared/account";
import { readAgent } from "@groundcrew/shared/lib";
import type { SecondStep } from "@groundcrew/shared/sessions";

const METHODS: Record<SignInMethod, string> = {
  password: "Password",
  google: "Google",
  passkey: "Passkey",
  sso: "Single sign-on",
};
const STEPS: Record<SecondStep, string> = { passkey: "passkey", app: "app code", recovery: "recovery code" };

type SignIn = Pick<OwnSession, "signed_in_by" | "second_step">;

/** How somebody logged in: `Password + app code`. Null if it is unknown. `signOn` is the name of their organization's single sign-on. */
export function howText({ signed_in_by: by, second_step: step }: SignIn, signOn: string | null): string | null {
  if (by === null) return null;
  const method = by === "sso" && signOn !== null ? signOn : METHODS[by];
  return step === null ? method : `${method} + ${STEPS[step]}`;
}

/** How somebody logged in, in a sentence: `with a recovery code`. */
export function withText(by: SignInMethod | null, step: SecondStep | null): string {
  if (step !== null) return WITH[step];
  return by === null ? "in an unknown way" : WITH[by];
}

const WITH: Record<SignInMethod | SecondStep, string> = {
  password: "with a password",
  google: "with Google",
  passkey: "with a passkey",
  sso: "with single sign-on",
  app: "with an app code",
  recovery: "with a recovery code",
};

export function deviceName({ agent }: Pick<OwnSession, "agent">): string {
  return agent === null ? "Unknown device" : readAgent(agent).name;
}
