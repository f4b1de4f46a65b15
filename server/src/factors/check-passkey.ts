import type { PasskeyAnswer } from "@groundcrew/shared/sessions";
import type { SharedDb } from "../platform/db/index.ts";
import { countPasskeyUse, findPasskey, takeChallenge } from "./passkey-queries.ts";
import { deleteStepFailures, lockFactors } from "./queries.ts";
import type { Passkeys } from "./passkeys.ts";

/** Checks the answer of a passkey; null if it is not right. It counts once `use` has returned true, in the transaction of what it is for. */
export async function checkPasskey(
  db: SharedDb,
  { passkeys, answer, now }: { passkeys: Passkeys; answer: PasskeyAnswer; now: Date },
): Promise<{ userId: number; use: (tx: SharedDb) => Promise<boolean> } | null> {
  const passkey = await findPasskey(db, answer.id);
  const answered = passkey && (await passkeys.verify(answer, passkey, now));
  if (!answered) return null;
  return {
    userId: passkey.userId,
    async use(tx) {
      await lockFactors(tx, passkey.userId);
      if (!(await takeChallenge(tx, answered))) return false;
      if (!(await countPasskeyUse(tx, passkey.id, { counter: answered.counter, now }))) return false;
      await deleteStepFailures(tx, passkey.userId);
      return true;
    },
  };
}
