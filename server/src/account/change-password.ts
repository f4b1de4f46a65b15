import { changePassword } from "@groundcrew/shared/account";
import type { FastifyInstance } from "fastify";
import { change } from "../audit/index.ts";
import type { SharedDb } from "../platform/db/index.ts";
import type { Factors, Passkeys } from "../factors/index.ts";
import { answer, notFound, Problem, route, type Call } from "../platform/http/index.ts";
import { addJob } from "../platform/jobs/index.ts";
import { undoOnFailure, type Throttle } from "../platform/throttle/index.ts";
import {
  ACCOUNT_WAITS,
  CHANGED,
  deleteSessionsOf,
  hashNewPassword,
  lockPasswordHash,
  passwordMatches,
  type Sessions,
} from "../sessions/index.ts";
import { passwordChangedMail, updatePassword } from "../users/index.ts";
import { callerOf } from "./caller.ts";
import { findProfile } from "./queries.ts";

export type AccountOptions = {
  db: SharedDb;
  sessions: Sessions;
  factors: Factors;
  passkeys: Passkeys;
  throttle: Throttle;
  product: string;
  /** True if people can log in with Google. */
  hasGoogle: boolean;
  now: () => Date;
};

const NO_PASSWORD = "This account has no password. Set its first one with a link that is sent to you by email.";

export function passwordRoute(app: FastifyInstance, options: AccountOptions): void {
  route(app, changePassword, (call) => replacePassword(options, call));
}

async function replacePassword({ db, throttle, product, now }: AccountOptions, call: Call<typeof changePassword>) {
  const { userId, email, orgId, tokenHash, target } = callerOf(call);
  const { current, password } = call.body;
  const { hash, organization } = await checkOwnPassword({ db, throttle }, userId, current);
  if (current === password) throw new Problem(422, "This is your password already.");
  const passwordHash = await hashNewPassword(password, [email, organization, product]);
  return change(db, call, async (tx) => {
    // Another tab may have replaced it meanwhile, or a login renewed its hash.
    const stored = await lockPasswordHash(tx, userId);
    if (stored !== hash && !(await passwordMatches(current, stored))) throw new Problem(409, CHANGED);
    const at = now();
    await updatePassword(tx, { userId, passwordHash, now: at });
    await addJob(tx, passwordChangedMail, { payload: { email, at: at.toISOString() } });
    const ended = await deleteSessionsOf(tx, userId, tokenHash);
    return { answer: answer(204, null), audit: { target, orgId, after: { ended } } };
  });
}

/** Checks the password of somebody who is logged in. Somebody who has found an open browser could otherwise guess it there, so wrong ones make its user wait. */
export async function checkOwnPassword(
  { db, throttle }: Pick<AccountOptions, "db" | "throttle">,
  userId: number,
  password: string,
): Promise<{ hash: string; organization: string }> {
  const attempt = await throttle.begin([{ key: `own password ${userId}`, waits: ACCOUNT_WAITS, success: "clears" }]);
  const profile = await undoOnFailure(attempt, findProfile(db, userId));
  if (!profile) throw notFound();
  const { password_hash: hash, organization } = profile;
  if (hash === null) throw new Problem(409, NO_PASSWORD);
  if (!(await undoOnFailure(attempt, passwordMatches(password, hash)))) {
    throw new Problem(422, "This is not your password.");
  }
  await attempt.succeed();
  return { hash, organization };
}
