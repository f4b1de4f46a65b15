import { z } from "zod";
import type { Sealer } from "../platform/lib/index.ts";

/** The purpose of the key that they are encrypted with. */
export const CHANNEL_SECRETS = "channels";

/** The parts of a channel that are stored encrypted: its whole address, its secret, and the secret before that. */
const channelSecrets = z.object({
  address: z.string(),
  secret: z.string().nullable(),
  old_secret: z.string().nullable(),
});
export type ChannelSecrets = z.output<typeof channelSecrets>;

export function sealSecrets(sealer: Sealer, secrets: ChannelSecrets): Buffer {
  return sealer.seal(JSON.stringify(secrets));
}

/** Null when they were encrypted with another secret key. */
export function openSecrets(sealer: Sealer, sealed: Uint8Array): ChannelSecrets | null {
  const text = sealer.open(sealed);
  return text === null ? null : channelSecrets.parse(JSON.parse(text));
}
