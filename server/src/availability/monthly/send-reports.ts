import { isEmptyReport, monthAfter, REPORT_HOUR, reportMail } from "@groundcrew/shared/availability";
import { HOUR_MS, MINUTE_MS, monthName } from "@groundcrew/shared/lib";
import type { Logger } from "pino";
import { notifyPerson, recordNotSent } from "../../notifications/index.ts";
import { inTransaction, type Db } from "../../platform/db/index.ts";
import { repeat, type Part } from "../../platform/lib/index.ts";
import { isRolledUp } from "../../readiness/index.ts";
import { readFacts } from "../report.ts";
import {
  deleteRecipients,
  recordSent,
  selectDueReports,
  selectRecipients,
  type DueReport,
  type ReportRecipient,
} from "./recipient-queries.ts";

/**
 * Sends the reports of the last month whose time has come at `now` (ms), also if that was missed. A month is not sent before all of its days are rolled
 * up. Any number of servers may do so: each report is sent once. One that fails does not stop the others; then the first failure is thrown.
 */
export async function sendReports(db: Db, now: number, signal?: AbortSignal): Promise<void> {
  const current = new Date(now - REPORT_HOUR * HOUR_MS).toISOString().slice(0, 7);
  const month = monthAfter(current, -1);
  const before = new Date(Date.parse(`${current}-01`) + REPORT_HOUR * HOUR_MS).toISOString();
  const due = await selectDueReports(db, { month: `${month}-01`, before });
  if (due.length === 0 || !(await isRolledUp(db, `${current}-01`))) return;
  const failures: unknown[] = [];
  for (const report of due) {
    if (signal?.aborted) break;
    await sendReport(db, report, { month, before, now }).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
}

type Sending = { month: string; before: string; now: number };

async function sendReport(db: Db, { orgId, organization }: DueReport, { month, before, now }: Sending): Promise<void> {
  const notice = await writeReport(db, { orgId, organization, month, now });
  await inTransaction(db, async (tx) => {
    const at = new Date(now).toISOString();
    if (!(await recordSent(tx, { orgId, month: `${month}-01`, at }))) return;
    for (const recipient of await selectRecipients(tx, { orgId }, before)) {
      const why = await notify(tx, { recipient, notice, now });
      const { user, name: person, log_org } = recipient;
      if (why !== null) await recordNotSent(tx, { ...notice, user, person, orgId: log_org, why }, now);
      if (!recipient.may_see) await deleteRecipients(tx, { orgId }, [user]);
    }
  });
}

type Notice = Awaited<ReturnType<typeof writeReport>>;

/** Notifies a recipient; returns why not, or null. */
async function notify(
  tx: Db,
  { recipient, notice, now }: { recipient: ReportRecipient; notice: Notice; now: number },
): Promise<string | null> {
  if (!recipient.may_see) return "The person may no longer see these stations.";
  if (notice.nothing !== null) return notice.nothing;
  const isSent = await notifyPerson(tx, { ...notice, user: recipient.user }, now);
  return isSent ? null : "The person has switched reports off in My Notifications.";
}

type Written = DueReport & { month: string; now: number };

/** The notice about the report of a month; `nothing` says why there is nothing to send. */
export async function writeReport(db: Db, { orgId, organization, month, now }: Written) {
  const facts = await readFacts(db, { month, orgId, organization, now });
  const nothing = isEmptyReport(facts) ? `Nothing was recorded in ${monthName(month)}.` : null;
  const { title, paragraphs } = reportMail(facts);
  const view = { "av-month": month, ...(orgId !== null && { "av-org": String(orgId) }) };
  const path = `/stats/availability?${new URLSearchParams(view).toString()}`;
  return { act: "availability" as const, by: null, title, body: paragraphs.join("\n\n"), path, nothing };
}

/** Sends the reports of each month at their time, or as soon as possible after it. */
export function startMonthlyReports({ db, now, log }: { db: Db; now: () => number; log: Logger }): Part {
  const failure = "the reports of a month could not be sent";
  return repeat((signal) => sendReports(db, now(), signal), { everyMs: MINUTE_MS, log, failure });
}
