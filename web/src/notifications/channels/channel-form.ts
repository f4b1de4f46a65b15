import { channelKind, newChannel, type ChannelKind } from "@groundcrew/shared/channels";
import { z } from "zod";
import type { ChannelGroup, ChannelValues } from "./kinds/definition.ts";
import { channelKindForms } from "./kinds/index.ts";

export const groupLabels: Record<ChannelGroup, string> = {
  email: "Email",
  webhook: "Webhook",
  chat: "Chat",
  other: "Other",
};

/** The kinds of a group, in the order in which they are chosen. */
export function kindsOf(group: ChannelGroup): ChannelKind[] {
  return channelKind.options.filter((kind) => channelKindForms[kind].group === group);
}

export const emptyChannel: ChannelValues = { kind: "email", name: "", address: "", secret: "" };

/** The form of a new channel; an empty secret is none. */
export const channelForm = z
  .object({ kind: channelKind, name: z.string(), address: z.string(), secret: z.string() })
  .transform(({ secret, address, ...rest }): z.input<typeof newChannel> => ({
    ...rest,
    address: address.trim(),
    secret: secret.trim() === "" ? null : secret.trim(),
  }))
  .pipe(newChannel);
