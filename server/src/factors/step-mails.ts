import { FEW_RECOVERY_CODES, RECOVERY_CODES } from "@groundcrew/shared/sessions";
import { z } from "zod";
import type { SharedDb } from "../platform/db/index.ts";
import { addJob, jobHandler, jobKind, type JobHandler } from "../platform/jobs/index.ts";
import { utcText } from "../platform/lib/index.ts";
import type { Mailing } from "../platform/mail/index.ts";
import { emailOf } from "./queries.ts";

const event = z.discriminatedUnion("is", [
  z.strictObject({ is: z.literal("wrong codes"), count: z.int() }),
  z.strictObject({ is: z.literal("codes closed"), count: z.int() }),
  z.strictObject({ is: z.literal("recovery code used"), left: z.int() }),
]);
type Event = z.output<typeof event>;

/** An email to a user about the use of their second step. */
const stepMail = jobKind("second_step_mail", z.strictObject({ user_id: z.int(), at: z.iso.datetime(), event }));

/** Reports to a user how their second step was used. */
export async function mailStepEvent(
  tx: SharedDb,
  { userId, now, event }: { userId: number; now: Date; event: Event },
): Promise<void> {
  await addJob(tx, stepMail, { payload: { user_id: userId, at: now.toISOString(), event } });
}

/** Sends those emails, unless the user is deleted. */
export function stepMails({ db, mailer, origin, product }: Mailing & { db: SharedDb }): JobHandler {
  return jobHandler(stepMail, async ({ user_id, at, event }) => {
    const to = await emailOf(db, user_id);
    if (to === undefined) return;
    const { subject, text } = textOf(event, { account: `your account at ${product}`, at: utcText(new Date(at)) });
    await mailer.send({ to, subject: `${product}: ${subject}`, text: `Hello,\n\n${text}\n${origin}/account\n` });
  });
}

function textOf(event: Event, { account, at }: { account: string; at: string }): { subject: string; text: string } {
  switch (event.is) {
    case "wrong codes":
      return {
        subject: "wrong codes for your second step",
        text: `${event.count} wrong codes in a row were entered for ${account}, the last one on ${at}.

If this was not you, somebody knows your password or uses one of your sessions. Change your password and end the other sessions at once:`,
      };
    case "codes closed":
      return {
        subject: "no more codes are accepted for your second step",
        text: `${event.count} wrong codes in a row were entered for ${account}, the last one on ${at}. Until a passkey of yours is used, codes of your app and
recovery codes are no longer accepted. If you have no passkey, ask your administrator to have your second step reset.

If this was not you, somebody knows your password or uses one of your sessions. Change your password and end the other sessions at once:`,
      };
    case "recovery code used":
      return {
        subject: "a recovery code was used",
        text: `A recovery code was used for ${account} on ${at}. ${event.left} of ${RECOVERY_CODES} codes ${event.left === 1 ? "is" : "are"} left.
${event.left <= FEW_RECOVERY_CODES ? "\nMake new ones before they run out.\n" : ""}
If this was not you, end the other sessions, change your password and make new recovery codes at once:`,
      };
  }
}
