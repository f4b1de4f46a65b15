import type { QueryClient } from "@tanstack/react-query";
import {
  finishLogIn,
  logIn,
  type LoginBody,
  type PendingLogin,
  type SecondStepProof,
  type SessionUser,
} from "@groundcrew/shared/sessions";
import { call, CallFailure } from "../data/api/index.ts";
import { answerChallenge } from "./answer-challenge.ts";
import type { GoogleResponse } from "./google.ts";
import { enterConsole } from "./session.ts";
import { startSignOn, type SignOn, type SignOnResponse } from "./sign-on.ts";

type OnAccepted = ((user: SessionUser) => void) | undefined;

/** The proof with which somebody logs in, or the single sign-on to which they go for that. */
export type Attempt = { email: string; password: string } | GoogleResponse | "passkey" | SignOn | SignOnResponse;

/** Logs in, or goes to where that is done. Returns the login if it has to be finished with a second step. */
export async function attemptLogin(
  client: QueryClient,
  attempt: Attempt,
  onAccepted?: OnAccepted,
): Promise<PendingLogin | null> {
  const submit = (body: LoginBody) => submitLogin(client, body, onAccepted);
  if (attempt === "passkey") return submit(await answerChallenge());
  if ("refusal" in attempt) throw new CallFailure(null, attempt.refusal);
  if ("domain" in attempt) return startSignOn(attempt);
  if ("token" in attempt) return submit({ type: "google", ...attempt });
  if ("password" in attempt) return submit({ type: "credentials", ...attempt });
  const pending = await submit({ type: "sso", answer: attempt.answer });
  attempt.remember();
  return pending;
}

/** Logs in, then loads the user. Returns the login if it has to be finished with a second step. Rejects if the server rejects it. */
async function submitLogin(
  client: QueryClient,
  body: LoginBody,
  onAccepted: OnAccepted = () => {},
): Promise<PendingLogin | null> {
  const reply = await call(logIn, { body });
  if (reply.status === 202) return reply.body;
  await enterConsole(client, reply.body.user, onAccepted);
  return null;
}

/** Finishes a login with its second step, then loads the user. */
export async function submitSecondStep(
  client: QueryClient,
  body: { login: string; step: SecondStepProof },
  onAccepted: OnAccepted = () => {},
): Promise<void> {
  const { body: accepted } = await call(finishLogIn, { body });
  await enterConsole(client, accepted.user, onAccepted);
}
