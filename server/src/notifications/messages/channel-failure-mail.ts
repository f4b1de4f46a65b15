import { z } from "zod";
import type { FailureEffect } from "../../channels/index.ts";
import type { Db } from "../../platform/db/index.ts";
import { addJob, jobHandler, jobKind, type JobHandler } from "../../platform/jobs/index.ts";
import type { Mailing } from "../../platform/mail/index.ts";
import { selectFailureRecipients } from "./message-queries.ts";

/** An email to one person about a channel that fails or has paused itself. */
const failureMail = jobKind(
  "channel_failure_mail",
  z.strictObject({ to: z.string(), channel: z.string(), became: z.enum(["failing", "paused"]), why: z.string() }),
);

type Failure = Omit<FailureEffect, "became"> & { became: "failing" | "paused"; why: string };

/** Adds the emails about a channel that has begun to fail or has paused itself, in the transaction in which it did. */
export async function notifyOfFailure(tx: Db, { became, name, why, ...channel }: Failure): Promise<void> {
  for (const to of await selectFailureRecipients(tx, channel)) {
    await addJob(tx, failureMail, { payload: { to, channel: name, became, why } });
  }
}

/** Sends the emails about channels that fail. */
export function channelFailureMails({ mailer, origin, product }: Mailing): JobHandler {
  return jobHandler(failureMail, async ({ to, channel, became, why }) => {
    const state = became === "paused" ? "has paused itself" : "is failing";
    const effect =
      became === "paused"
        ? "Nothing more is sent to it until someone resumes it. What is to be sent meanwhile waits, and then follows in few messages."
        : "A message could not be delivered in eight attempts. New ones are still tried.";
    await mailer.send({
      to,
      subject: `${product}: the channel ${channel} ${state}`,
      text: `The channel ${channel} ${state}. ${effect}\n\nThe last attempt: ${why}\n\nOpen the channels: ${origin}/attention/channels\n`,
    });
  });
}
