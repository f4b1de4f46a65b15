import type { Brand } from "@groundcrew/shared/brand";
import { webAddress } from "@groundcrew/shared/lib";
import type { AlertDelivery } from "@groundcrew/shared/support-log";
import { z } from "zod";
import type { Db } from "../platform/db/index.ts";
import { addJobs, findJobs, jobHandler, jobKind, type JobHandler, type JobReport } from "../platform/jobs/index.ts";
import type { Mailer } from "../platform/mail/index.ts";
import type { Webhooks } from "../platform/webhooks/index.ts";
import { findAlert, insertAlerts, selectAlerts, type Alert } from "./entry-queries.ts";

/** Alerts one target of one incident. The payload is only the alert's id; target and text stay in their tables. */
const alertJob = jobKind("alert", z.object({ alert: z.int() }));

const ALERTS_MAX = 10_000;

/** Queues an alert of each of these new incidents for each target. Call it in the transaction that creates the incidents. */
export async function queueAlerts(tx: Db, entries: readonly number[], targets: readonly string[]): Promise<void> {
  const alerts = await insertAlerts(tx, entries, targets);
  await addJobs(
    tx,
    alertJob,
    alerts.map((alert) => ({ payload: { alert }, subject: subjectOf(alert) })),
  );
}

/** The delivery status of these entries' alerts, by entry. */
export async function findDeliveries(db: Db, entries: readonly number[]): Promise<Map<number, AlertDelivery[]>> {
  const alerts = await selectAlerts(db, { entries, limit: ALERTS_MAX });
  const jobs = await findJobs(
    db,
    alertJob,
    alerts.map(({ id }) => subjectOf(id)),
  );
  const bySubject = new Map(jobs.map((job) => [job.subject, job]));
  const deliveries = new Map<number, AlertDelivery[]>();
  for (const { id, entry_id, target } of alerts) {
    const delivery = { target, ...progressOf(bySubject.get(subjectOf(id))) };
    deliveries.set(entry_id, [...(deliveries.get(entry_id) ?? []), delivery]);
  }
  return deliveries;
}

/** Delivers alerts: by email to an address, by POST to a webhook. `origin` is the console's address. */
export function alertHandler(options: {
  db: Db;
  mailer: Mailer;
  webhooks: Webhooks;
  brand: Pick<Brand, "product">;
  origin: string;
}): JobHandler {
  const { db, mailer, webhooks, brand, origin } = options;
  return jobHandler(alertJob, async ({ alert: id }) => {
    const alert = await findAlert(db, id);
    if (!alert) return;
    const url = `${origin}/supportlog/entries#${alert.entry_id}`;
    if (webAddress.safeParse(alert.target).success) return webhooks.post(alert.target, webhookOf(alert, url));
    return mailer.send({ to: alert.target, ...mailOf(alert, { url, product: brand.product }) });
  });
}

function subjectOf(alert: number): string {
  return `alert ${alert}`;
}

function progressOf(job: JobReport | undefined): Omit<AlertDelivery, "target"> {
  const { attempts, last_error: error } = job ?? { attempts: 0, last_error: null };
  switch (job?.outcome) {
    case "done":
      return { state: "delivered", attempts, error: null };
    case "dropped":
    case "given_up":
      return { state: "failed", attempts, error };
    case "waiting":
    case undefined:
      return { state: "waiting", attempts, error };
  }
}

/** The JSON for a webhook. `alert` is the same in every attempt, so that a receiver can recognize repeats. */
function webhookOf(alert: Alert, url: string) {
  const { station_name, serial_number, organization_name, author, created, content, tags } = alert;
  return {
    kind: "new_incident",
    alert: alert.id,
    entry: { id: alert.entry_id, url, author, created, content, tags },
    station: { name: station_name, serial_number, organization_name },
  };
}

function mailOf(alert: Alert, { url, product }: { url: string; product: string }): { subject: string; text: string } {
  const { serial_number, station_name, organization_name, author, created, content, tags } = alert;
  const lines = [
    `${author} reported an incident at ${serial_number} (${station_name}) of ${organization_name}.`,
    "",
    content,
    "",
    `Tags: ${tags.join(", ")}`,
    `Reported: ${created}`,
    url,
    "",
  ];
  return { subject: `${product}: incident at ${serial_number}`, text: lines.join("\n") };
}
