import type { OwnSession, SignInMethod } from "@groundcrew/shared/account";
import { readAgent } from "@groundcrew/shared/lib";
import type { SecondStep } from "@groundcrew/shared/sessions";

const METHODS: Record<SignInMethod, string> = { password: "Password", google: "Google", passkey: "Passkey" };
const STEPS: Record<SecondStep, string> = { passkey: "passkey", app: "app code", recovery: "recovery code" };

/** How somebody logged in: `Password + app code`. */
export function howText(by: SignInMethod, step: SecondStep | null): string {
  return step === null ? METHODS[by] : `${METHODS[by]} + ${STEPS[step]}`;
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
  app: "with an app code",
  recovery: "with a recovery code",
};

export function deviceName({ agent }: Pick<OwnSession, "agent">): string {
  return agent === null ? "Unknown device" : readAgent(agent).name;
}
