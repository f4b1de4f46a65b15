import { join } from "node:path";
import type { Finding } from "@groundcrew/shared/system";
import type { Config } from "../platform/config/index.ts";
import { reasonOf } from "../platform/lib/index.ts";
import { checkMailServer } from "../platform/mail/index.ts";

const TIMEOUT_MS = 5_000;

export async function checkMail({ mail: { smtpUrl }, dataDir }: Config): Promise<Finding[]> {
  const about = "mail";
  if (smtpUrl === null) {
    const sentence = `Without SMTP_URL, emails are written to files in ${join(dataDir, "mail")}.`;
    return [{ about, state: "note", sentence }];
  }
  try {
    await checkMailServer(smtpUrl, TIMEOUT_MS);
    return [{ about, state: "ok", sentence: `The mail server ${new URL(smtpUrl).host} accepts this server.` }];
  } catch (error) {
    const sentence = `The mail server ${new URL(smtpUrl).host} does not accept this server: ${reasonOf(error)}. Check SMTP_URL.`;
    return [{ about, state: "problem", sentence }];
  }
}
