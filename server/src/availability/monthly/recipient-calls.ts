import {
  changeReportRecipients,
  listReportRecipients,
  REPORT_RECIPIENTS_MAX,
  sendMyReport,
} from "@groundcrew/shared/availability";
import { MINUTE_MS } from "@groundcrew/shared/lib";
import type { FastifyInstance } from "fastify";
import { change } from "../../audit/index.ts";
import { notifyPerson } from "../../notifications/index.ts";
import { organizationFor } from "../../organizations/index.ts";
import { scoped, type Db, type SharedDb } from "../../platform/db/index.ts";
import { answer, notFound, Problem, route, type Call, type Principal } from "../../platform/http/index.ts";
import { countCall, type CallLimit } from "../../platform/throttle/index.ts";
import { organizationName } from "../queries.ts";
import { deleteRecipients, insertRecipients, selectReaders, type Report } from "./recipient-queries.ts";
import { writeReport } from "./send-reports.ts";

type Options = { db: SharedDb; now: () => number };

/** The people to whom a report is sent each month: managers choose those of their organization, and admins any. */
export function recipientRoutes(app: FastifyInstance, options: Options): void {
  const { db: shared } = options;
  route(app, listReportRecipients, async ({ principal, scope, query }) => {
    const managed = await managedReport(shared, principal, query.org_id);
    return answer(200, await selectReaders(scoped(shared, scope), managed, managed.ofOrg));
  });
  route(app, changeReportRecipients, (call) => changeRecipients(options, call));
  route(app, sendMyReport, (call) => sendMine(options, call));
}

/** A report whose recipients are changed: of one organization only, or of any for null. */
type ManagedReport = Report & { ofOrg: number | null };

/** The report of an organization. Without one, that of all for admins, which other provider staff may not manage, and of their own for customers. */
async function managedReport(db: SharedDb, principal: Principal, org_id: number | undefined): Promise<ManagedReport> {
  if (principal.kind !== "user") throw notFound();
  const isAdmin = principal.user.can_admin;
  if (isAdmin && org_id === undefined) return { orgId: null, ofOrg: null };
  if (principal.provider && org_id === undefined) throw notFound();
  const { id } = await organizationFor(db, principal, org_id);
  return { orgId: id, ofOrg: isAdmin ? null : id };
}

async function changeRecipients({ db: shared, now }: Options, call: Call<typeof changeReportRecipients>) {
  const { org_id, add, remove } = call.body;
  const report = await managedReport(shared, call.principal, org_id ?? undefined);
  const db = scoped(shared, call.scope);
  return change(db, call, async (tx) => {
    const readers = new Set((await selectReaders(tx, report, report.ofOrg)).map(({ id }) => id));
    const before = await recipientsOf(tx, report);
    if (add.some((id) => !readers.has(id))) {
      throw notFound({ field: "add", message: "One of these people may not see this report." });
    }
    await deleteRecipients(
      tx,
      report,
      remove.filter((id) => readers.has(id)),
    );
    const count = await insertRecipients(tx, report, { people: add, at: new Date(now()).toISOString() });
    if (count > REPORT_RECIPIENTS_MAX)
      throw new Problem(409, `A report has at most ${REPORT_RECIPIENTS_MAX} recipients.`);
    const audit = { ...targetOf(report), before, after: await recipientsOf(tx, report) };
    return { answer: answer(200, await selectReaders(tx, report, report.ofOrg)), audit };
  });
}

function targetOf({ orgId }: Report) {
  return { target: orgId === null ? "availability" : `organization ${orgId}`, orgId };
}

/** The recipients of a report for the audit log, which an organization's managers read: without those who are not of it. */
async function recipientsOf(tx: Db, report: Report): Promise<{ recipients: string[] }> {
  const readers = await selectReaders(tx, report, report.orgId);
  return { recipients: readers.filter(({ receives }) => receives).map(({ email }) => email) };
}

const SENDS: CallLimit = {
  action: "report",
  max: 6,
  perMs: MINUTE_MS,
  sentence: "You may send yourself 6 reports a minute.",
};

async function sendMine({ db: shared, now }: Options, call: Call<typeof sendMyReport>) {
  const { principal, scope } = call;
  if (principal.kind !== "user") throw notFound();
  const db = scoped(shared, scope);
  const orgId = call.body.org_id ?? scope.orgId;
  const organization = orgId === null ? null : await organizationName(db, orgId, scope);
  if (orgId !== null && organization === null) throw notFound();
  await countCall(shared, { user: principal.id }, SENDS);
  const { month } = call.body;
  const { nothing, ...notice } = await writeReport(db, { orgId, organization, month, now: now() });
  if (nothing !== null) throw new Problem(409, nothing);
  return change(db, call, async (tx) => {
    if (!(await notifyPerson(tx, { ...notice, user: principal.id }, now()))) {
      throw new Problem(409, "You have switched reports off in My Notifications.");
    }
    return { answer: answer(204, null), audit: { ...targetOf({ orgId }), after: { month } } };
  });
}
