import { dayIn } from "@groundcrew/shared/organizations";
import { HOUR_MS } from "@groundcrew/shared/lib";
import type { Logger } from "pino";
import { z } from "zod";
import { inTransaction, type SharedDb } from "../platform/db/index.ts";
import { addJobs, jobHandler, jobKind, type JobHandler } from "../platform/jobs/index.ts";
import { repeat, type Part } from "../platform/lib/index.ts";
import type { Mailing } from "../platform/mail/index.ts";
import { takeWithoutStep } from "./queries.ts";

/** An email to somebody without a second factor, whose organization requires one. */
const requiredStepMail = jobKind(
  "required_step_mail",
  z.strictObject({ to: z.string(), organization: z.string(), from: z.iso.date() }),
);

/** Adds the emails that are due now to those who have no second factor; of all organizations without `orgId`. */
export async function addStepMails(
  tx: SharedDb,
  { now, orgId = null }: { now: number; orgId?: number | null },
): Promise<void> {
  const due = await takeWithoutStep(tx, { today: dayIn(0, now), orgId });
  if (due.length > 0)
    await addJobs(
      tx,
      requiredStepMail,
      due.map((payload) => ({ payload })),
    );
}

/** Informs people about required second factors, now and every hour. */
export function startStepNotices({ db, now, log }: { db: SharedDb; now: () => number; log: Logger }): Part {
  return repeat(() => inTransaction(db, (tx) => addStepMails(tx, { now: now() })), {
    everyMs: HOUR_MS,
    failure: "emails about required second factors could not be added",
    log,
  });
}

/** Sends those emails. */
export function requiredStepMails({ mailer, origin, product }: Mailing): JobHandler {
  return jobHandler(requiredStepMail, async ({ to, organization, from }) => {
    await mailer.send({
      to,
      subject: `${organization} requires a second step for ${product} from ${from}`,
      text: `Hello,

${organization} requires a second step for ${product} from ${from} (UTC), and your account has none yet: a passkey, or an app on your phone that shows codes.

Setting one up takes a minute:
${origin}/account

From that day on, you can use ${product} again as soon as you have set one up.
`,
    });
  });
}
