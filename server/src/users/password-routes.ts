import { HOUR_MS, MINUTE_MS } from "@groundcrew/shared/lib";
import { isWeakPassword, requestPasswordReset, setPassword } from "@groundcrew/shared/users";
import type { FastifyInstance } from "fastify";
import { change } from "../audit/index.ts";
import type { Db } from "../db/index.ts";
import { answer, Problem, route, type Call } from "../http/index.ts";
import { addJob } from "../jobs/index.ts";
import { deleteSessionsOf, hashPassword, type DeviceCookie } from "../sessions/index.ts";
import { networkOf, type Throttle } from "../throttle/index.ts";
import { hashCode, passwordMail } from "./password-mails.ts";
import { findCode, takeCode, updatePassword } from "./password-queries.ts";

type Parts = { db: Db; throttle: Throttle; device: DeviceCookie; product: string; now: () => Date };

const RESET_WAITS = { free: 10, firstMs: MINUTE_MS, longestMs: HOUR_MS };
const EXPIRED = "This link does not work any more. Ask for a new one with 'Forgot Password?' on the login page.";

/** Setting a password with a link that came by mail, and asking for that mail. */
export function passwordRoutes(app: FastifyInstance, parts: Parts): void {
  const { db, throttle } = parts;

  route(app, requestPasswordReset, async (call) => {
    const { email } = call.query;
    await throttle.begin([{ key: `reset ${networkOf(call.request.ip)}`, waits: RESET_WAITS, success: "clears" }]);
    // Whether there is such a user is found out by whoever writes the mail: here it would show in the time this takes.
    return change(db, call, async (tx) => {
      await addJob(tx, passwordMail, { payload: { email, inviter: null } });
      return { answer: answer(204, null), audit: { target: `user ${email}`, orgId: null } };
    });
  });

  route(app, setPassword, (call) => setNewPassword(parts, call));
}

async function setNewPassword({ db, device, product, now }: Parts, call: Call<typeof setPassword>) {
  const { email, password } = call.body;
  const codeHash = hashCode(call.query.code);
  const found = await findCode(db, { email, codeHash, now: now() });
  if (!found) throw new Problem(404, EXPIRED);
  const { userId, orgId, organization } = found;
  if (isWeakPassword(password, [email, organization, product])) {
    const message = "This password is easily guessed. Use a few words that do not belong together.";
    throw new Problem(422, [{ field: "password", message }]);
  }
  const passwordHash = await hashPassword(password);
  return change(db, call, async (tx) => {
    if (!(await takeCode(tx, userId, codeHash))) throw new Problem(404, EXPIRED);
    await updatePassword(tx, userId, passwordHash);
    await deleteSessionsOf(tx, userId);
    // Whoever reads the account's mail is its owner: nobody's guesses make them wait at the login that follows.
    const headers = { "set-cookie": device.write(call.request.cookies, email) };
    return { answer: answer(204, null, headers), audit: { target: `user ${email}`, orgId } };
  });
}
