import { hash } from "node:crypto";
import { KNOWN_DEVICE_DAYS } from "@groundcrew/shared/account";
import { DAY_MS, readAgent } from "@groundcrew/shared/lib";
import { z } from "zod";
import type { SharedDb } from "../platform/db/index.ts";
import { addJob, jobHandler, jobKind, type JobHandler } from "../platform/jobs/index.ts";
import { utcText } from "../platform/lib/index.ts";
import type { Mailing } from "../platform/mail/index.ts";
import { devicesOf, upsertDevice, wantsDeviceMails } from "./device-queries.ts";

/** When something was done in which browser, and from where. */
export const place = z.object({ agent: z.string().nullable(), ip: z.string(), at: z.iso.datetime() });

/** The lines of an email that say where something was done. */
export function placeText({ agent, ip, at }: z.output<typeof place>): string {
  return `Device: ${agent === null ? "unknown" : readAgent(agent).name}\nAddress: ${ip}\nTime: ${utcText(new Date(at))}`;
}

/** An email to a user about a login in a browser that they have not used lately. */
const newDeviceMail = jobKind("new_device_mail", z.strictObject({ to: z.string(), session: z.int(), ...place.shape }));

/** The stored form of the name that a browser's cookie has. */
export function hashDevice(name: string): Buffer {
  return hash("sha256", name, "buffer");
}

type Device = {
  userId: number;
  deviceHash: Uint8Array;
  /** True if the cookie itself says that the user has logged in there before, which counts if none of their browsers is recorded yet. */
  isSigned: boolean;
  now: Date;
};

/** Records that a user logs in in a browser. Returns true if it is a new one: none that they used lately, and not the first of all. */
export async function recordDevice(tx: SharedDb, { userId, deviceHash, isSigned, now }: Device): Promise<boolean> {
  const after = new Date(now.getTime() - KNOWN_DEVICE_DAYS * DAY_MS).toISOString();
  const { isKnown, hasAny, hasSession } = await devicesOf(tx, { userId, deviceHash, after });
  await upsertDevice(tx, { userId, deviceHash, at: now.toISOString() });
  return hasAny ? !isKnown : hasSession && !isSigned;
}

type NewLogin = { userId: number; email: string; session: number; agent: string | null; ip: string; now: Date };

/** Reports a login in a new browser to its user, unless they want no such email. */
export async function mailNewDevice(tx: SharedDb, login: NewLogin): Promise<void> {
  const { userId, email: to, session, agent, ip, now } = login;
  if (!(await wantsDeviceMails(tx, userId))) return;
  await addJob(tx, newDeviceMail, { payload: { to, session, agent, ip, at: now.toISOString() } });
}

/** Sends those emails. */
export function newDeviceMails({ mailer, origin, product }: Mailing): JobHandler {
  return jobHandler(newDeviceMail, async ({ to, session, ...where }) => {
    await mailer.send({
      to,
      subject: `A new device logged in to ${product}`,
      text: `Hello,

Somebody has logged in to your account at ${product} in a browser that you have not used in the last ${KNOWN_DEVICE_DAYS} days:

${placeText(where)}

If this was you, there is nothing to do.

If it wasn't you, end that session and choose a new password:
${origin}/account?not-me=${session}
`,
    });
  });
}
