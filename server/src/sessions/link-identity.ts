import { z } from "zod";
import { insertAudit, sourceOf } from "../audit/index.ts";
import type { SharedDb } from "../platform/db/index.ts";
import type { CallRequest, Principal } from "../platform/http/index.ts";
import { addJob, jobHandler, jobKind, type JobHandler } from "../platform/jobs/index.ts";
import type { Mailing } from "../platform/mail/index.ts";
import { linkIdentity, type Identity } from "./identity-queries.ts";
import { place, placeText } from "./new-device.ts";
import type { Account } from "./queries.ts";

/** An email to a user whose account was linked to one elsewhere, or unlinked. `name` is what that is called, and `email` its address. */
const identityMail = jobKind(
  "identity_mail",
  z.strictObject({
    to: z.string(),
    change: z.enum(["linked", "unlinked"]),
    name: z.string(),
    email: z.string().nullable(),
    ...place.shape,
  }),
);

type Changed = Pick<z.output<typeof identityMail.payload>, "to" | "change" | "name" | "email">;
type Made = { request: CallRequest; now: Date };

/** Reports to a user that an account elsewhere was linked or unlinked. */
export async function mailIdentity(
  tx: SharedDb,
  changed: Changed,
  { request: { agent, ip }, now }: Made,
): Promise<void> {
  await addJob(tx, identityMail, { payload: { ...changed, agent, ip, at: now.toISOString() } });
}

type Linking = Made & {
  account: Account;
  identity: Identity;
  /** The name of the account elsewhere, such as `Google`. */
  called: string;
  /** True if this login has made the user: nobody else can have logged in as them before. */
  isNewUser: boolean;
  principal: Principal;
};

/** Links a user to an account elsewhere as `linkIdentity` does. The first time, it is recorded and reported to them. */
export async function link(tx: SharedDb, linking: Linking): Promise<boolean> {
  const { account, identity, called: name, isNewUser, principal, request, now } = linking;
  const { id, email: to, org_id: orgId } = account;
  const linked = await linkIdentity(tx, id, { ...identity, at: now });
  if (linked === "now" && !isNewUser) {
    const { email } = identity;
    const note = { target: `user ${to}`, orgId, after: { name, email } };
    await insertAudit(tx, sourceOf(principal, { ...request, action: "linkIdentity" }), note);
    await mailIdentity(tx, { to, change: "linked", name, email }, linking);
  }
  return linked !== null;
}

/** Sends those emails. */
export function identityMails({ mailer, origin, product }: Mailing): JobHandler {
  return jobHandler(identityMail, async ({ to, change, name, email, ...where }) => {
    const account = email === null ? "" : ` (${email})`;
    const { subject, text, remedy } = {
      linked: {
        subject: `Your account at ${product} can now be used with ${name}`,
        text: `Your account at ${product} can now be used with ${name}${account}. It was used here:`,
        remedy: `unlink ${name}, end the other sessions and change your password`,
      },
      unlinked: {
        subject: `${name} was unlinked from your account at ${product}`,
        text: `${name}${account} was unlinked from your account at ${product}. The next login with it links it again. It was unlinked here:`,
        remedy: "end the other sessions and change your password",
      },
    }[change];
    await mailer.send({
      to,
      subject,
      text: `Hello,

${text}

${placeText(where)}

If this was you, there is nothing to do. If it wasn't, ${remedy} at once, and inform your administrator:
${origin}/account
`,
    });
  });
}
