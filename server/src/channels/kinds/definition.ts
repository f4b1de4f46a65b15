import type { Db } from "../../platform/db/index.ts";
import type { Message, MessageAlert } from "../message.ts";
import type { Outcome, Senders } from "../outcome.ts";
import type { ChannelSecrets } from "../secrets.ts";

/** A kind of channel: everything that the server does for it. */
export type ChannelKindDefinition = {
  /** Its address is a web address that is posted to, which must be one that the product sends to. */
  isPosted?: true;
  /** It needs the installation's mail server, and its tests are limited. */
  isMailed?: true;
  /** It only receives alerts, and only staff have it. */
  onlyReceives?: true;
  /** A secret is required. */
  needsSecret?: true;
  /** Its secret belongs to its address, and is not sent to another one. */
  hasSecretOfAddress?: true;
  /** It manages incidents by alerts, however many messages it gets, so they are not limited. */
  isForIncidents?: true;
  /** It has one event for each alert. */
  hasEventForEachAlert?: true;
  /** As much of an address as may be displayed: the path of a web address may be a secret. */
  shownAddress(address: string): string;
  /** Makes a secret, for a kind whose secrets the server makes. */
  newSecret?(): string;
  /** Changes the rest, in the transaction that deletes a channel. */
  removed?(tx: Db, channel: number): Promise<void>;
  /** Sends a message once. `secrets.old_secret` is null once it is no longer valid. */
  send(secrets: ChannelSecrets, message: Message, senders: Senders): Promise<Outcome>;
  /** Sends active alerts again once, to a receiver that forgets others. It has to know each, so messages to it list as many as may be. */
  sendAgain?: (secrets: ChannelSecrets, alerts: readonly MessageAlert[], senders: Senders) => Promise<Outcome>;
};

export function hostOf(address: string): string {
  return new URL(address).host;
}
