import { createHash, timingSafeEqual } from "node:crypto";
import type { Db } from "../platform/db/index.ts";
import type { Sealer } from "../platform/lib/index.ts";
import { RECEIVING_KINDS } from "./kinds/index.ts";
import { selectReceivers, type StoredChannel } from "./queries.ts";
import { openSecrets } from "./secrets.ts";

/**
 * The provider's channel that receives alerts of Alertmanager with a token, also with the previous one for as long as that is valid; undefined
 * when there is none or it is paused. Takes the same time whichever part of a token is wrong.
 */
export async function findReceiver(db: Db, sealer: Sealer, token: string): Promise<StoredChannel | undefined> {
  const given = digestOf(token);
  const channels = await selectReceivers(db, RECEIVING_KINDS);
  return channels.findLast((channel) =>
    tokensOf(channel, sealer).some((valid) => timingSafeEqual(digestOf(valid), given)),
  );
}

function tokensOf({ sealed, old_secret_until }: StoredChannel, sealer: Sealer): string[] {
  const secrets = openSecrets(sealer, sealed);
  const tokens = [secrets?.secret, old_secret_until === null ? null : secrets?.old_secret];
  return tokens.filter((one) => typeof one === "string");
}

function digestOf(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}
