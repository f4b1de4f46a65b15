import { randomBytes } from "node:crypto";
import { MINUTE_MS } from "@groundcrew/shared/lib";
import { secondStep, type finishLogIn, type PendingLogin } from "@groundcrew/shared/sessions";
import { beginStepCheck, lockFactors, selectFactors, type Factors, type Passkeys } from "../factors/index.ts";
import type { SharedDb } from "../platform/db/index.ts";
import { Problem, type Call } from "../platform/http/index.ts";
import { hashToken } from "./session.ts";
import {
  findPendingLogin,
  insertPendingLogin,
  takePendingLogin,
  type PendingLogin as Stored,
} from "./pending-queries.ts";
import { findAccountById, type Account } from "./queries.ts";

/** How long somebody may take for the second step. */
const PENDING_MS = 10 * MINUTE_MS;
const TOKEN_BYTES = 32;

const OVER = "This login has taken too long, or was finished already. Log in again.";

type StepOptions = { db: SharedDb; factors: Factors; passkeys: Passkeys; now: () => Date };

/** Begins the second step of a login; null for a user who has none. */
export async function beginSecondStep(
  tx: SharedDb,
  { account, by, id_token }: Omit<Stored, "userId"> & { account: Account },
  now: Date,
): Promise<PendingLogin | null> {
  const { passkeys, authenticator_app, recovery_codes } = await selectFactors(tx, account.id);
  if (!authenticator_app && passkeys.length === 0) return null;
  const has = { passkey: passkeys.length > 0, app: authenticator_app !== null, recovery: recovery_codes !== null };
  const login = randomBytes(TOKEN_BYTES).toString("base64url");
  const expires = new Date(now.getTime() + PENDING_MS).toISOString();
  await insertPendingLogin(tx, { tokenHash: hashToken(login), userId: account.id, by, id_token, expires });
  return { login, email: account.email, steps: secondStep.options.filter((step) => has[step]), expires };
}

/** Who takes the second step of a login, and with what. A 409 when the login is no longer valid. */
export async function readSecondStep({ db, factors, passkeys, now }: StepOptions, { body }: Call<typeof finishLogIn>) {
  const tokenHash = hashToken(body.login);
  const pending = await findPendingLogin(db, tokenHash, now());
  const account = pending && (await findAccountById(db, pending.userId));
  if (!account) throw new Problem(409, OVER);
  const { id: userId, org_id: orgId } = account;
  const subject = { target: `user ${account.email}`, orgId, after: { by: body.step.type } };
  const check = await beginStepCheck({ db, factors, passkeys, userId, subject, now: now() }, body.step);
  return {
    account,
    by: pending.by,
    id_token: pending.id_token,
    step: body.step.type,
    wrong: check.wrong,
    settle: check.settle,
    /** Finishes the login unless the code is wrong. */
    async finish(tx: SharedDb): Promise<boolean> {
      // In the order in which the operator's reset locks them.
      await lockFactors(tx, userId);
      if (!(await takePendingLogin(tx, tokenHash))) throw new Problem(409, OVER);
      return check.use(tx);
    },
  };
}
