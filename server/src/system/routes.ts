import { getConsoleStatus, getSystem, testMail, type MailTest, type SystemCheck } from "@groundcrew/shared/system";
import { MINUTE_MS } from "@groundcrew/shared/lib";
import type { FastifyInstance } from "fastify";
import { change } from "../audit/index.ts";
import { scoped, type SharedDb } from "../platform/db/index.ts";
import { answer, notFound, route, type Call } from "../platform/http/index.ts";
import { reasonOf } from "../platform/lib/index.ts";
import type { Mailer } from "../platform/mail/index.ts";
import { countCallIn, type CallLimit } from "../platform/throttle/index.ts";
import type { SystemWatch } from "./watch-system.ts";

type SystemRoutes = {
  db: SharedDb;
  system: SystemWatch;
  mailer: Mailer;
  /** Whether emails are sent at all, rather than written to files. */
  hasMailServer: boolean;
  product: string;
  version: string;
  started: number;
};

const TESTS_A_MINUTE = 5;
const TESTS: CallLimit = {
  action: "mail_test",
  max: TESTS_A_MINUTE,
  perMs: MINUTE_MS,
  sentence: `One admin may send ${TESTS_A_MINUTE} tests a minute.`,
};

/** The state of the installation: all of it for admins, the parts that concern everyone for others. */
export function systemRoutes(app: FastifyInstance, options: SystemRoutes): void {
  const { system, version, started } = options;

  route(app, getSystem, async () =>
    answer(200, { version, started: new Date(started).toISOString(), checks: system.checks() }),
  );

  route(app, getConsoleStatus, async ({ scope }) => {
    const since = system.disconnectedSince();
    return answer(200, {
      disconnected_since: since === null ? null : new Date(since).toISOString(),
      problems: scope.admin ? problemsFor(system) : [],
    });
  });

  route(app, testMail, async (call) => answer(200, await sendTest(options, call)));
}

/** The problems of the installation, and a disk that is nearly full. That stations are out of reach is for everyone, and need not be repeated. */
function problemsFor(system: SystemWatch): SystemCheck[] {
  const isRepeated = ({ about }: SystemCheck) =>
    system.disconnectedSince() !== null && (about === "broker" || about === "server");
  return system
    .checks()
    .filter((check) => check.state === "problem" || (check.state === "note" && check.about === "disk"))
    .filter((check) => !isRepeated(check));
}

async function sendTest(
  { db, system, mailer, hasMailServer, product }: SystemRoutes,
  call: Call<typeof testMail>,
): Promise<MailTest> {
  const { principal } = call;
  if (principal.kind !== "user") throw notFound();
  const { email: to, org_id: orgId } = principal.user;
  await change(scoped(db, call.scope), call, async (tx) => {
    await countCallIn(tx, { user: principal.id }, TESTS);
    return { answer: answer(200, null), audit: { target: `email to ${to}`, orgId, after: { test: true } } };
  });
  const text = `This is a test from ${product}. If you can read it, emails arrive.`;
  try {
    await mailer.send({ to, subject: `Test from ${product}`, text });
  } catch (error) {
    return { result: "refused", sentence: `The email to ${to} could not be sent: ${reasonOf(error)}.` };
  } finally {
    await system.run("mail");
  }
  return hasMailServer
    ? { result: "accepted", sentence: `The mail server has accepted an email to ${to}. See whether it arrives.` }
    : { result: "file", sentence: "No mail server is set up (SMTP_URL), so the email was written to a file." };
}
