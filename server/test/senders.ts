import { PAGER_DUTY, type Senders } from "../src/channels/index.ts";
import { openMailer } from "../src/platform/mail/index.ts";
import { openWebhooks } from "../src/platform/webhooks/index.ts";

export const FROM = "console@groundcrew.example";

type Mail = { smtpUrl: string | null; dataDir?: string };

/** How messages are handed over: mail to a server of the test or, without one, to files in `dataDir`; webhooks to any address. */
export function testSenders({ smtpUrl, dataDir = "" }: Mail, others: Partial<Senders> = {}): Senders {
  return {
    mailer: openMailer({ smtpUrl, from: FROM, dataDir, log: { warn: () => {} } }),
    webhooks: openWebhooks({ allowPrivate: true }),
    origin: "https://groundcrew.example",
    product: "Groundcrew",
    installation: { id: "3f2a9c1d", firstAlert: 1 },
    pagerDuty: PAGER_DUTY,
    now: () => Date.now(),
    ...others,
  };
}
