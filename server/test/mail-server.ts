import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import { afterAll } from "vitest";

/** A mail as it was received, including its headers. */
export type ReceivedMail = { from: string; to: string[]; raw: string };

/**
 * A real SMTP server on a free port, with the mails it has received. Rejects the addresses in `refuses`, like a server that has
 * no such mailbox.
 */
export async function mailServer({ refuses = [] }: { refuses?: readonly string[] } = {}) {
  const mails: ReceivedMail[] = [];
  const server = new SMTPServer({
    disabledCommands: ["AUTH", "STARTTLS"],
    onRcptTo({ address }, _session, done) {
      done(refuses.includes(address) ? Object.assign(new Error("No such mailbox"), { responseCode: 550 }) : null);
    },
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const from = envelope.mailFrom === false ? "" : envelope.mailFrom.address;
        const raw = Buffer.concat(chunks).toString();
        mails.push({ from, to: envelope.rcptTo.map(({ address }) => address), raw });
        done();
      });
    },
  });
  const listening = server.listen(0, "127.0.0.1");
  await once(listening, "listening");
  const stop = () => new Promise<void>((resolve) => server.close(() => resolve()));
  afterAll(stop);
  const { port } = portOf(listening.address());
  return { url: `smtp://127.0.0.1:${port}`, mails };
}

function portOf(address: AddressInfo | string | null): AddressInfo {
  if (address === null || typeof address === "string") throw new Error("The mail server does not listen.");
  return address;
}
