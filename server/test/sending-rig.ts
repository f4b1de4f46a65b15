import { sql } from "kysely";
import pino from "pino";
import { afterEach } from "vitest";
import type { Outcome } from "../src/channels/index.ts";
import { messageHandler, openPushKeys, pushToDevice, startNotifications } from "../src/notifications/index.ts";
import type { Db } from "../src/platform/db/index.ts";
import { startJobs } from "../src/platform/jobs/index.ts";
import { allOf } from "../src/platform/lib/index.ts";
import { formingRig, ORIGIN } from "./forming-rig.ts";
import { httpReceiver } from "./http-receiver.ts";
import { mailServer } from "./mail-server.ts";
import { sealer } from "./notification-rig.ts";
import { FROM, testSenders } from "./senders.ts";

export const SECRET = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;

/** What came of a message, and its attempts. */
type SentMessage = {
  id: string;
  tries: number;
  ended: boolean;
  wait_s: number;
  attempts: Pick<Outcome, "status" | "why">[];
};

/** Notifications on a database of the test file's own, real receivers, and servers that send. */
export async function sendingRig() {
  const forming = await formingRig();
  const { db, rig } = forming;
  const receiver = await httpReceiver();
  const smtp = await mailServer();
  const { senders, push } = await sendersTo(db, smtp.url);
  let servers: { stop: () => Promise<void> }[] = [];
  const stopAll = async () => {
    await Promise.all(servers.map((server) => server.stop()));
    servers = [];
  };
  afterEach(stopAll);

  return {
    ...forming,
    receiver,
    smtp,
    stopAll,
    resending: { db, sealer, senders, log: pino({ level: "silent" }) },
    /** Starts a server that forms and sends messages, until the end of the test. */
    serve: () => {
      const log = pino({ level: "silent" });
      const { origin, product, now } = senders;
      const send = (device: number, message: Parameters<typeof pushToDevice>[2]) =>
        pushToDevice({ db, senders: push }, device, message);
      const queue = { db, url: forming.url, pollMs: 100, log };
      const server = allOf([
        startNotifications({ ...queue, origin, product, now }),
        startJobs({ ...queue, handlers: [messageHandler({ db, sealer, senders, push: send })] }),
      ]);
      servers.push(server);
      return server;
    },
    addWebhook: (fields: { name?: string; org_id?: number } = {}) =>
      rig.addChannel({ kind: "webhook", address: `${receiver.url}/hook`, secret: SECRET, ...fields }),
    /** Notifies channels and people of an alert, as one that is due at once. */
    alert: async (rule: number, fields: Parameters<typeof rig.addAlert>[1] = {}) => {
      const alert = await rig.addAlert([rule], fields);
      await rig.notify([{ type: "changed", alert, rule }]);
      return alert;
    },
    /** Makes the next attempt of all messages due now. */
    makeDue: async () => {
      await sql`update jobs set run_after = now(), leased_until = null where ended is null`.execute(db);
      await sql`notify notifications`.execute(db);
      await sql`notify jobs`.execute(db);
    },
    sent: () => sentMessages(db),
    /** A channel as it is stored. */
    channel: async (id: number) =>
      (await sql<{ paused: string | null }>`select * from channels where id = ${id}`.execute(db)).rows[0],
  };
}

async function sendersTo(db: Db, smtpUrl: string) {
  const senders = testSenders({ smtpUrl }, { origin: ORIGIN });
  const { webhooks, now } = senders;
  const keys = await openPushKeys(db, sealer);
  return { senders, push: { webhooks, keys, contact: `mailto:${FROM}`, now } };
}

/** The messages with their attempts, oldest first. */
async function sentMessages(db: Db) {
  const found = await sql<SentMessage>`
    select m.key as id, m.attempts as tries, m.ended is not null as ended, round(extract(epoch from m.run_after - now()))::integer as wait_s, (
      select coalesce(json_agg(json_build_object('status', a.status, 'why', a.why) order by a.id), '[]')
      from message_attempts a where a.message_id = m.key
    ) as attempts
    from jobs m where m.kind = 'message' order by m.created, m.id`.execute(db);
  return found.rows;
}
