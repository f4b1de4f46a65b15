import { KEY_NOTICE_DAYS } from "@groundcrew/shared/api-keys";
import { countText, HOUR_MS } from "@groundcrew/shared/lib";
import type { Logger } from "pino";
import { z } from "zod";
import { inTransaction, type SharedDb } from "../platform/db/index.ts";
import { addJobs, jobHandler, jobKind, type JobHandler } from "../platform/jobs/index.ts";
import { repeat, utcText, type Part } from "../platform/lib/index.ts";
import type { Mailing } from "../platform/mail/index.ts";
import { takeEnding } from "./queries.ts";

/** An email to one person about an API key that ends soon. */
const keyMail = jobKind(
  "key_ends_mail",
  z.strictObject({
    to: z.string(),
    name: z.string(),
    description: z.string(),
    organization: z.string(),
    ends: z.iso.datetime(),
    days: z.int(),
  }),
);

type Notices = { db: SharedDb; now: () => number };

/** Adds the emails about keys that end soon, each once: of several that are due for a key, the last one. */
export async function noticeEnds({ db, now }: Notices): Promise<void> {
  const at = new Date(now()).toISOString();
  for (const days of KEY_NOTICE_DAYS.toSorted((a, b) => a - b)) {
    await inTransaction(db, async (tx) => {
      const mails = (await takeEnding(tx, { at, days })).flatMap(({ people, ...key }) =>
        people.map((to) => ({ payload: { to, ...key, days } })),
      );
      if (mails.length > 0) await addJobs(tx, keyMail, mails);
    });
  }
}

/** Informs people about the ends of keys, now and every hour. */
export function startKeyNotices({ log, ...notices }: Notices & { log: Logger }): Part {
  return repeat(() => noticeEnds(notices), {
    everyMs: HOUR_MS,
    failure: "emails about the ends of API keys could not be added",
    log,
  });
}

/** Sends the emails about keys that end soon. `origin` is the console's public URL. */
export function keyMails({ mailer, origin, product }: Mailing): JobHandler {
  return jobHandler(keyMail, async ({ to, name, description, organization, ends, days }) => {
    await mailer.send({
      to,
      subject: `${product}: an API key ends in ${days === 1 ? "less than a day" : `less than ${countText(days, "day")}`}`,
      text: `The API key "${description}" (${name}) of ${organization} ends at ${utcText(new Date(ends))}. After that, calls with it are refused.

Renew it in time and give its program the new key. The previous key stays valid for another 24 hours, so that nothing is interrupted:
${origin}/manage/apikeys
`,
    });
  });
}
