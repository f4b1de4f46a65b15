import { createTransport } from "nodemailer";

/** Connects to an SMTP server and logs in, without sending anything. Rejects if that is not possible within the time. */
export async function checkMailServer(url: string, timeoutMs: number): Promise<void> {
  const timeouts = { connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs };
  const transport = createTransport({ url, ...timeouts });
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}
