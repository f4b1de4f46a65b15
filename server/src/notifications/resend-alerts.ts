import { MINUTE_MS } from "@groundcrew/shared/lib";
import type { Logger } from "pino";
import {
  alertmanagerAddress,
  alertmanagerRequest,
  exchange,
  openSecrets,
  selectChannelsOfKind,
  type Senders,
  type StoredChannel,
} from "../channels/index.ts";
import type { Db } from "../db/index.ts";
import { repeat, type Part, type Sealer } from "../lib/index.ts";
import { selectOpenAlertsOf } from "./resend-queries.ts";
import { selectMessageFacts, selectRuleFacts } from "./waiting-queries.ts";
import { messageAlert } from "./write-content.ts";

export type ResendOptions = { db: Db; sealer: Sealer; senders: Senders; log: Logger };

/** Alerts in one request. */
export const RESENT_AT_ONCE = 500;

/** Sends open alerts to Alertmanagers again each minute: they forget what is not sent again. Attempts are not in the log of deliveries. */
export function startResending(options: ResendOptions): Part {
  const work = async (signal: AbortSignal) => {
    for (const channel of await selectChannelsOfKind(options.db, "alertmanager")) {
      if (signal.aborted) return;
      await resendAlerts(options, channel);
    }
  };
  return repeat(work, {
    everyMs: MINUTE_MS,
    failure: "alerts could not be sent to Alertmanager again",
    log: options.log,
  });
}

/** Sends the open alerts that a channel got to it again. */
export async function resendAlerts({ db, sealer, senders, log }: ResendOptions, channel: StoredChannel): Promise<void> {
  const secrets = openSecrets(sealer, channel.sealed);
  const open = secrets === null ? [] : await selectOpenAlertsOf(db, channel.id);
  if (secrets === null || open.length === 0) return;
  const rules = new Map(
    (
      await selectRuleFacts(
        db,
        open.map(({ rule }) => rule),
      )
    ).map((rule) => [rule.id, rule.name]),
  );
  const facts = await selectMessageFacts(
    db,
    open.map(({ alert }) => alert),
  );
  const ruleOf = new Map(open.map(({ alert, rule }) => [alert, rules.get(rule) ?? ""]));
  const { origin, product, now } = senders;
  for (let from = 0; from < facts.length; from += RESENT_AT_ONCE) {
    const alerts = facts
      .slice(from, from + RESENT_AT_ONCE)
      .map((alert) => messageAlert(alert, { type: "repeated", rule: ruleOf.get(alert.id) ?? "", owner: null, origin }));
    const request = alertmanagerRequest(alerts, { token: secrets.secret, now: now(), product });
    const { ok, why } = await exchange(alertmanagerAddress(secrets.address), request, senders);
    if (!ok) log.warn({ channel: channel.id, why }, "open alerts could not be sent to an Alertmanager again");
  }
}
