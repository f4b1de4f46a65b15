import { utcText } from "../platform/lib/index.ts";

type MailContext = { product: string; organization: string; link: string; expires: Date };

/** The email to an invited person. */
export function invitationText({ product, organization, link, expires, inviter }: MailContext & { inviter: string }) {
  return {
    subject: `Your invitation to ${product}`,
    text: `Hello,

${inviter} has invited you to ${product}, where you will see the stations of ${organization}.

To begin, set your password here:
${link}

The link works once, until ${utcText(expires)}. If it has expired, ask ${inviter} to invite you again.

If you did not expect this email, you can ignore it.
`,
  };
}

/** The email to an invited person who has an account in another organization. */
export function elsewhereText({
  product,
  organization,
  inviter,
}: Omit<MailContext, "link" | "expires"> & { inviter: string }) {
  return {
    subject: `Your invitation to ${product}`,
    text: `Hello,

${inviter} has invited you to ${product}, where you would see the stations of ${organization}.

You already have an account with this address in another organization, and an address can have only one. Nothing about your
account has changed, and ${inviter} is not notified. To join ${organization}, ask to be invited at another address, or have your
account deleted first.

If you did not expect this email, you can ignore it.
`,
  };
}

/** The email to a user who has forgotten their password. */
export function resetText({ product, link, expires }: MailContext) {
  return {
    subject: `Set a new password for ${product}`,
    text: `Hello,

Someone, probably you, asked for a new password for your account at ${product}.

To set one, follow this link:
${link}

It works once, until ${utcText(expires)}. Setting a new password logs you out everywhere.

If it wasn't you, ignore this email: your password stays as it is.
`,
  };
}

/** Changes of second factors and of emails about new devices, as their user reads them. */
const FACTOR_CHANGES = {
  passkey_added: "A passkey was added to",
  passkey_removed: "A passkey was removed from",
  app_added: "An authenticator app was added to",
  app_removed: "The authenticator app was removed from",
  codes_renewed: "New recovery codes were made for",
  device_mails_off: "Emails about new devices were switched off for",
  reset: "The passkeys, the authenticator app and the recovery codes were removed from",
} as const;
export type FactorChange = keyof typeof FACTOR_CHANGES;

/** The email to a user whose second factors were changed. */
export function factorText({
  product,
  link,
  at,
  change,
  by,
}: {
  product: string;
  link: string;
  at: Date;
  change: FactorChange;
  by: string | undefined;
}) {
  const advice =
    by === undefined
      ? "If this was you, there is nothing to do. If it was not, end the other sessions, change your password and look at your second step at once, and inform your administrator:"
      : "If you asked for this, log in and set up a new second step. If you did not, change your password at once, and ask them why:";
  return {
    subject:
      change === "device_mails_off"
        ? `Emails about new devices were switched off for ${product}`
        : `Your second step for ${product} was changed`,
    text: `Hello,

${FACTOR_CHANGES[change]} your account at ${product} on ${utcText(at)}${by === undefined ? "" : ` by ${by}`}.

${advice}
${link}
`,
  };
}

/** The email to a user whose password was changed. */
export function changedText({ product, link, at }: { product: string; link: string; at: Date }) {
  return {
    subject: `Your password for ${product} was changed`,
    text: `Hello,

The password of your account at ${product} was changed on ${utcText(at)}. Sessions that were open elsewhere have ended.

If this was you, there is nothing to do. If it was not, set a new password at once and inform your administrator:
${link}
`,
  };
}
