import type { QueryClient } from "@tanstack/react-query";
import {
  finishLogIn,
  logIn,
  type LoginBody,
  type PendingLogin,
  type SecondStepProof,
  type SessionUser,
} from "@groundcrew/shared/sessions";
import { call } from "../data/api/index.ts";
import { enterConsole } from "./session.ts";

type OnAccepted = ((user: SessionUser) => void) | undefined;

/** Logs in, then loads the user. Returns the login if it has to be finished with a second step. Rejects if the server rejects it. */
export async function submitLogin(
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
