import { z } from "zod";
import { endpoint } from "../contract/index.ts";

/** Alerts of one message. Alertmanager sends those of one group together. */
export const ALERTMANAGER_ALERTS_MAX = 1_000;
const BODY_BYTES = 1_000_000;
const LABELS_MAX = 100;

const texts = z
  .record(z.string().max(200, "Use at most 200 characters."), z.string().max(10_000, "Use at most 10000 characters."))
  .refine((labels) => Object.keys(labels).length <= LABELS_MAX, `Use at most ${LABELS_MAX} labels.`);

/** A time as Go writes it, with up to nine digits of a second and an offset. */
const time = z
  .string()
  .max(40, "Give a time such as 2026-05-31T12:00:00Z.")
  .refine((text) => !Number.isNaN(Date.parse(text)), "Give a time such as 2026-05-31T12:00:00Z.");

/**
 * An alert as Alertmanager sends it. The same labels have the same `fingerprint`. `endsAt` is the year 1 for one that is firing, unless the sender
 * knows until when. Other fields are ignored.
 */
const alertmanagerAlert = z.object({
  status: z.enum(["firing", "resolved"]),
  labels: texts,
  annotations: texts.default({}),
  startsAt: time,
  endsAt: time.optional(),
  fingerprint: z.string().regex(/^[0-9a-f]{1,32}$/i, "Give the fingerprint in hex."),
});
export type AlertmanagerAlert = z.output<typeof alertmanagerAlert>;

export const receiveAlertmanagerAlerts = endpoint({
  name: "receiveAlertmanagerAlerts",
  summary:
    "Takes a message of Prometheus Alertmanager (its webhook, version 4) with the token of a channel that receives alerts as a bearer token. Each firing alert becomes an alert that only the provider's staff see, or updates it, and each resolved one ends it; a repeated message changes nothing. An alert that is not sent again within 25 hours, or until its `endsAt`, ends too. Alerts of different channels are different ones. An alert is urgent if its label `severity` is critical, page, emergency or urgent. At most 1000 alerts and 1 MB. At most 1000 alerts of a channel are active: others are left out, and the reply is 422. Wrong tokens are refused before the body is read; repeated ones from the same network have to wait (429).",
  method: "POST",
  path: "/api/alerts/alertmanager",
  access: "public",
  ownToken: true,
  headers: z.object({ authorization: z.string().optional() }),
  bodyBytes: BODY_BYTES,
  cleansText: true,
  body: z.object({
    version: z.literal("4", "Send version 4 of Alertmanager's webhook."),
    alerts: z.array(alertmanagerAlert).max(ALERTMANAGER_ALERTS_MAX, `Send at most ${ALERTMANAGER_ALERTS_MAX} alerts.`),
  }),
  refusals: [401],
  replies: { 204: z.null() },
});
