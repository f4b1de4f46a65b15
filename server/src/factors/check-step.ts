import type { PasskeyAnswer, SecondStepCode, SecondStepProof } from "@groundcrew/shared/sessions";
import { countText, MINUTE_MS } from "@groundcrew/shared/lib";
import { inTransaction, type SharedDb } from "../platform/db/index.ts";
import { Problem, type Subject } from "../platform/http/index.ts";
import { countCall, countCallIn, uncountCall, type CallLimit } from "../platform/throttle/index.ts";
import { checkPasskey } from "./check-passkey.ts";
import type { Factors } from "./factors.ts";
import type { Passkeys } from "./passkeys.ts";
import {
  addStepFailure,
  deleteStepFailures,
  lockApp,
  lockFactors,
  recordAppCode,
  removeStepFailure,
  takeRecoveryCode,
} from "./queries.ts";
import { mailStepEvent } from "./step-mails.ts";
import { acceptedStep } from "./totp.ts";

/** Guesses of one account, on all servers. Passkeys cannot be guessed and are not counted. */
const TRIES: CallLimit = { action: "second step", max: 5, perMs: 5 * MINUTE_MS, sentence: "Too many wrong codes." };

const REFUSALS: CallLimit = { ...TRIES, action: "second step refused", max: 1 };

/** Wrong codes in a row after which the owner is informed, and after which no code is accepted any more (NIST SP 800-63B, section 5.2.2). */
const MANY = 10;
const MOST = 100;
const CLOSED =
  "There were too many wrong codes: no more are accepted. Use a passkey, or ask your administrator to have your second step reset.";

type CheckOptions = {
  db: SharedDb;
  factors: Factors;
  passkeys: Passkeys;
  userId: number;
  /** The user in the audit log. */
  subject: Subject;
  now: Date;
};

const NO_PASSKEY = "That passkey does not belong to this account, or took too long. Try again.";

/** A proof of the second step that is being checked. */
type StepCheck = {
  /** Uses the proof up in the transaction of what it is for. Returns false if it is wrong. */
  use: (tx: SharedDb) => Promise<boolean>;
  /** The answer to a wrong one. */
  wrong: string;
  /** Waits for that transaction. A try that was not wrong does not count, even if the transaction failed. */
  settle: <Result>(transaction: Promise<Result>) => Promise<Result>;
};

/** Begins to check the proof of somebody's second step. A 429 after too many wrong codes. */
export function beginStepCheck(options: CheckOptions, proof: SecondStepProof): Promise<StepCheck> {
  return proof.type === "passkey" ? checkAnswer(options, proof) : beginCodeCheck(options, proof);
}

async function checkAnswer({ db, passkeys, userId, now }: CheckOptions, answer: PasskeyAnswer): Promise<StepCheck> {
  const checked = await checkPasskey(db, { passkeys, answer, now });
  const isOwn = checked?.userId === userId;
  return { use: async (tx) => isOwn && checked.use(tx), wrong: NO_PASSKEY, settle: (transaction) => transaction };
}

/** Counts a try in a transaction of its own, before the code is checked: tries at the same moment are no more than others. */
async function beginCodeCheck(options: CheckOptions, code: SecondStepCode): Promise<StepCheck> {
  const { db, userId, now } = options;
  const { left, failures } = await countTry(options);
  const isClosed = failures > MOST;
  let isWrong = isClosed;
  return {
    async use(tx) {
      if (isClosed) return false;
      await lockFactors(tx, userId);
      isWrong = !(await takeCode(tx, options, code));
      if (!isWrong) await deleteStepFailures(tx, userId);
      return !isWrong;
    },
    wrong: isClosed ? CLOSED : wrongCode(left),
    async settle(transaction) {
      const [outcome] = await Promise.allSettled([transaction]);
      // When this fails, the try counts.
      if (!isWrong) await uncountTry(options, outcome.status).catch(() => {});
      else if (failures === MANY || failures === MOST) {
        const is = failures === MOST ? "codes closed" : "wrong codes";
        await mailStepEvent(db, { userId, now, event: { is, count: failures } });
      }
      return transaction;
    },
  };
}

/** Counts a try. Returns how many more are allowed for now, and how many wrong ones there were in a row if this is another one. */
async function countTry({ db, userId, subject }: CheckOptions): Promise<{ left: number; failures: number }> {
  try {
    return await inTransaction(db, async (tx) => {
      const left = await countCallIn(tx, { user: userId }, TRIES);
      return { left, failures: await addStepFailure(tx, userId) };
    });
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 429 || !(await isFirstRefusal(db, userId))) throw error;
    throw new Problem(429, error.detail, { headers: error.headers, subject });
  }
}

async function uncountTry({ db, userId }: CheckOptions, outcome: "fulfilled" | "rejected"): Promise<void> {
  await uncountCall(db, { user: userId }, TRIES);
  // A right code has ended the row.
  if (outcome === "rejected") await removeStepFailure(db, userId);
}

/** True once in the time that tries are counted in: the audit log needs no more of them. */
async function isFirstRefusal(db: SharedDb, userId: number): Promise<boolean> {
  try {
    await countCall(db, { user: userId }, REFUSALS);
    return true;
  } catch (error) {
    if (error instanceof Problem) return false;
    throw error;
  }
}

function wrongCode(left: number): string {
  const pause = countText(TRIES.perMs / MINUTE_MS, "minute");
  if (left === 0) return `That code is not right. Try again in ${pause}.`;
  return `That code is not right. ${countText(left, "try")} left, then a pause of ${pause}.`;
}

async function takeCode(
  tx: SharedDb,
  { factors, userId, now }: CheckOptions,
  { type, code }: SecondStepCode,
): Promise<boolean> {
  if (type === "recovery") {
    const left = await takeRecoveryCode(tx, userId, factors.hashRecoveryCode(userId, code));
    if (left !== null) await mailStepEvent(tx, { userId, now, event: { is: "recovery code used", left } });
    return left !== null;
  }
  const app = await lockApp(tx, userId);
  const secret = app && factors.open(app.sealed);
  if (!app || !secret) return false;
  const step = acceptedStep(secret, code, { now, last: app.last_step });
  if (step === null) return false;
  await recordAppCode(tx, { userId, step, now });
  return true;
}
