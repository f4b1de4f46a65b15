import type { OwnSession, SignInMethod } from "@groundcrew/shared/account";
import { readAgent } from "@groundcrew/shared/lib";
import type { SecondStep } from "@groundcrew/shared/sessions";

const METHODS: Record<SignInMethod, string> = { password: "Password", google: "Google", passkey: "Passkey" };
const STEPS: Record<SecondStep, string> = { passkey: "passkey", app: "app code", recovery: "recovery code" };

/** How somebody logged in: `Password + app code`. */
export function howText(by: SignInMethod, step: SecondStep | null): string {
  return step === null ? METHODS[by] : `${METHODS[by]} + ${STEPS[step]}`;
}

export function deviceName({ agent }: Pick<OwnSession, "agent">): string {
  return agent === null ? "Unknown device" : readAgent(agent).name;
}
