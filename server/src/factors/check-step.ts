import type { PasskeyAnswer, SecondStepCode, SecondStepProof } from "@groundcrew/shared/sessions";
import { countText, MINUTE_MS } from "@groundcrew/shared/lib";
import type { SharedDb } from "../platform/db/index.ts";
import { countCall, uncountCall, type CallLimit } from "../platform/throttle/index.ts";
import { checkPasskey } from "./check-passkey.ts";
import type { Factors } from "./factors.ts";
import type { Passkeys } from "./passkeys.ts";
import { lockApp, takeRecoveryCode, recordAppCode } from "./queries.ts";
import { acceptedStep } from "./totp.ts";

/** Guesses of one account, on all servers. Passkeys cannot be guessed and are not counted. */
const TRIES: CallLimit = { action: "second step", max: 5, perMs: 5 * MINUTE_MS, sentence: "Too many wrong codes." };

type CheckOptions = { db: SharedDb; factors: Factors; passkeys: Passkeys; userId: number; now: Date };

const NO_PASSKEY = "This is no passkey of this account, or using it has taken too long. Try again.";

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
async function beginCodeCheck({ db, factors, userId, now }: CheckOptions, code: SecondStepCode): Promise<StepCheck> {
  const left = await countCall(db, { user: userId }, TRIES);
  const found = { isWrong: false };
  return {
    async use(tx) {
      found.isWrong = !(await takeCode(tx, { factors, userId, code, now }));
      return !found.isWrong;
    },
    wrong: wrongCode(left),
    async settle(transaction) {
      try {
        return await transaction;
      } finally {
        // When this fails too, the try counts.
        if (!found.isWrong) await uncountCall(db, { user: userId }, TRIES).catch(() => {});
      }
    },
  };
}

function wrongCode(left: number): string {
  const pause = `a pause of ${countText(TRIES.perMs / MINUTE_MS, "minute")}`;
  if (left === 0) return `That code is not right. Now there is ${pause}.`;
  return `That code is not right. ${countText(left, "try")} left, then ${pause}.`;
}

async function takeCode(
  tx: SharedDb,
  {
    factors,
    userId,
    code: { type, code },
    now,
  }: Pick<CheckOptions, "factors" | "userId" | "now"> & { code: SecondStepCode },
): Promise<boolean> {
  if (type === "recovery") return takeRecoveryCode(tx, userId, factors.hashRecoveryCode(userId, code));
  const app = await lockApp(tx, userId);
  const secret = app && factors.open(app.sealed);
  if (!app || !secret) return false;
  const step = acceptedStep(secret, code, { now, last: app.last_step });
  if (step === null) return false;
  await recordAppCode(tx, { userId, step, now });
  return true;
}
