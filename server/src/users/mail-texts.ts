type About = { product: string; organization: string; link: string; expires: Date };

/** The mail to someone who was invited. */
export function invitationText({ product, organization, link, expires, inviter }: About & { inviter: string }) {
  return {
    subject: `Your invitation to ${product}`,
    text: `Hello,

${inviter} has invited you to ${product}, where you will see the stations of ${organization}.

To begin, set your password here:
${link}

The link works once, until ${moment(expires)}. If it has run out, ask for a new one with 'Forgot Password?' on the login page.

If you did not expect this mail, you can ignore it.
`,
  };
}

/** The mail to someone who has forgotten their password. */
export function resetText({ product, link, expires }: About) {
  return {
    subject: `Set a new password for ${product}`,
    text: `Hello,

someone, most likely you, has asked for a new password for your account at ${product}.

To set one, follow this link:
${link}

It works once, until ${moment(expires)}. Setting a new password logs you out everywhere.

If it was not you, you can ignore this mail: your password stays as it is.
`,
  };
}

/** `2026-11-21 14:05 UTC`: the reader's time zone is not known. */
function moment(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace("T", " ")} UTC`;
}
