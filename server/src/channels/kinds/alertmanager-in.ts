import { randomBytes } from "node:crypto";
import { failure } from "../outcome.ts";
import { endReceivedAlerts } from "../received-alerts-queries.ts";
import type { ChannelKindDefinition } from "./definition.ts";

const SECRET_BYTES = 24;

/** Receives alerts of Prometheus Alertmanager, which sends the secret as its token. */
export const alertmanagerIn: ChannelKindDefinition = {
  onlyReceives: true,
  shownAddress: (address) => address,
  removed: endReceivedAlerts,
  newSecret: () => `amt_${randomBytes(SECRET_BYTES).toString("base64url")}`,
  send: () => Promise.resolve(failure("This channel only receives alerts.", 0)),
};
