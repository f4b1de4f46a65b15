/** How a recipient is reached: a channel, a person's address or one of their devices. */
export type Way = "channel" | "email" | "push";

/** A recipient as it is stored (`channel:12`), with the id of the channel, user or device. */
export function readRecipient(recipient: string): { way: Way; id: number } {
  const [, way, id] = /^(channel|email|push):([1-9]\d*)$/.exec(recipient) ?? [];
  if (way === "channel" || way === "email" || way === "push") return { way, id: Number(id) };
  throw new Error(`${recipient} is not a recipient.`);
}
