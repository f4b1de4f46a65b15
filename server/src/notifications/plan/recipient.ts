/** How a recipient is reached: a channel, a person's address or one of their devices. */
export type RecipientKind = "channel" | "email" | "push";

/** A recipient as it is stored (`channel:12`), with the id of the channel, user or device. */
export function readRecipient(recipient: string): { kind: RecipientKind; id: number } {
  const [, kind, id] = /^(channel|email|push):([1-9]\d*)$/.exec(recipient) ?? [];
  if (kind === "channel" || kind === "email" || kind === "push") return { kind, id: Number(id) };
  throw new Error(`${recipient} is not a recipient.`);
}
