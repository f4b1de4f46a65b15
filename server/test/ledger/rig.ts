import { usualPreferences } from "@groundcrew/shared/sessions";
import { defaultBrand } from "@groundcrew/shared/brand";
import { sql } from "kysely";
import { pino } from "pino";
import { afterAll } from "vitest";
import { Evaluation } from "../../src/alerts/evaluation/evaluation.ts";
import { alertRoutes, alertRuleRoutes } from "../../src/alerts/index.ts";
import { findAnswer } from "../../src/audit/index.ts";
import { channelRoutes, FORGETTING_KINDS, selectChannelsOfKinds } from "../../src/channels/index.ts";
import type { Senders } from "../../src/channels/outcome.ts";
import { isDatabaseUnavailable, type Db, type SharedDb } from "../../src/platform/db/index.ts";
import { createApp, type Principal } from "../../src/platform/http/index.ts";
import { openMailer } from "../../src/platform/mail/index.ts";
import { beginAndEnd } from "../../src/maintenance/begin-and-end.ts";
import { maintenanceRoutes } from "../../src/maintenance/index.ts";
import { leaseOfReceivers } from "../../src/platform/jobs/queries.ts";
import { runJob } from "../../src/platform/jobs/worker.ts";
import { formMessages } from "../../src/notifications/messages/form-messages.ts";
import { resendAlerts } from "../../src/notifications/messages/resend-alerts.ts";
import { messageHandler } from "../../src/notifications/messages/send-message.ts";
import { Board, editStationRoutes } from "../../src/stations/index.ts";
import { readerOf } from "../../src/stations/board/read-board.ts";
import { NO_STATE, type BoardState } from "../../src/stations/board/row-text.ts";
import { snapshotSummary } from "../board-facts.ts";
import { openWebhooks } from "../../src/platform/webhooks/index.ts";
import { testDatabase } from "../database.ts";
import { identifyBy } from "../identify.ts";
import { receivers } from "./receivers.ts";
import { sealer } from "../notification-rig.ts";
import { addOrganization, addStation } from "../stations.ts";

const ORIGIN = "https://groundcrew.example";
/** Higher than any state that is stored, so that the stations of the rig report what the board shows. */
const FIRST_VERSION = 1_000_000;

/** What a person sends, and the answer. */
export type Calling = { method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE"; path: string; body?: unknown };

/** A database that takes the time from a table, so that `now()` in its statements is the rig's. */
async function clockedDatabase(start: number) {
  const test = await testDatabase();
  const name = new URL(test.url).pathname.slice(1);
  await test.asOwner(sql`
    create schema sim;
    create table sim.clock (at timestamptz not null);
    insert into sim.clock values (${sql.lit(new Date(start).toISOString())});
    create function sim.now() returns timestamptz language sql stable as 'select at from sim.clock';
    create function sim.clock_timestamp() returns timestamptz language sql stable as 'select at from sim.clock';
    grant usage on schema sim to public;
    grant select, update on sim.clock to public;
    do $$
    declare of record;
    begin
      for of in select table_name, column_name from information_schema.columns where table_schema = 'public' and column_default = 'now()'
      loop
        execute format('alter table %I alter column %I set default sim.now()', of.table_name, of.column_name);
      end loop;
    end $$;
    alter database ${sql.id(name)} set search_path = sim, pg_catalog, public`);
  return test;
}

/** Adds the support, which is organization 0, and customers, with a person in each who manages it. `people` are their ids. */
async function addOrganizations(db: Db, customers: number) {
  const [orgs, people]: [number[], number[]] = [[], []];
  const principals = new Map<string, Principal>();
  for (let nth = 0; nth <= customers; nth += 1) {
    const provider = nth === 0;
    const org_id = await addOrganization(db, provider ? "Groundcrew" : `Customer fact${nth}z`);
    const user = { name: `Pat side${nth}z`, email: `pat-side${nth}z@example.com`, org_id, can_manage: true };
    const { id } = await db.insertInto("users").values(user).returning("id").executeTakeFirstOrThrow();
    orgs.push(org_id);
    people.push(id);
    principals.set(`${nth}`, {
      kind: "user",
      id,
      user: {
        ...user,
        can_admin: provider,
        organization: "",
        default_view: null,
        preferences: usualPreferences,
      },
      provider,
      isConfirmed: true,
    });
  }
  await sql`update organizations set is_provider = true where id = ${orgs[0]}`.execute(db);
  return { orgs, people, principals };
}

type Serving = { db: Db; shared: SharedDb; board: Board; now: () => number; senders: Senders };

/** The routes by which people change what the ledger is about. */
async function serve(
  { db, shared, board, now, senders }: Serving,
  {
    principals,
    refresh,
  }: { principals: ReadonlyMap<string, Principal>; refresh: (names: readonly string[]) => Promise<void> },
) {
  const { app } = await createApp({
    log: pino({ level: "silent" }),
    origin: ORIGIN,
    tileOrigin: null,
    trustProxy: [],
    identify: identifyBy((token) => principals.get(token)),
    findAnswer: (key) => findAnswer(db, key),
    storeRefusal: async () => {},
    isDatabaseUnavailable,
    now,
  });
  const of = { db: shared, board, brand: defaultBrand, now };
  alertRuleRoutes(app, of);
  alertRoutes(app, of);
  maintenanceRoutes(app, { db: shared, now, product: senders.product, refresh });
  channelRoutes(app, { db: shared, sealer, senders });
  editStationRoutes(app, {
    ...of,
    geocode: async () => null,
    refresh,
    disconnect: () => {},
    endStreams: async () => {},
  });
  await app.ready();
  afterAll(() => app.close());
  return app;
}

/** What sends to the receivers. */
function sendersTo({ url, smtpUrl }: { url: string; smtpUrl: string }, now: () => number): Senders {
  const from = "console@groundcrew.example";
  return {
    mailer: openMailer({ smtpUrl, from, dataDir: "", log: { warn: () => {} } }),
    webhooks: openWebhooks({ allowPrivate: true }),
    origin: ORIGIN,
    product: defaultBrand.product,
    installation: { id: "3f2a9c1d", firstAlert: 1 },
    pagerDuty: { us: `${url}/pagerduty`, eu: "" },
    now,
  };
}

/** What stations report, as the board shows it. */
function reportsOn(board: Board, now: () => number) {
  const states = new Map<string, BoardState>();
  function put(name: string, differences: Partial<BoardState>, summary?: object): void {
    const before = states.get(name) ?? { ...NO_STATE, version: FIRST_VERSION };
    const state = { ...before, ...differences, version: before.version + 1 };
    states.set(name, state);
    board.putState({ name, state, ...(summary && { summary: snapshotSummary(summary) }) });
  }
  return {
    /** A station reports a snapshot and what its server derives from it. */
    report(name: string, temperature: number, more: Partial<BoardState>): void {
      const at = new Date(now()).toISOString();
      const summary = { status: { internal_temperature: temperature } };
      put(name, { linked: true, last_active: at, last_online: at, last_telemetry: at, ...more }, summary);
    },
    lose: (name: string) => put(name, { linked: false }),
  };
}

/** The evaluation of rules by one server after another. `problems` is what it has logged. */
function evaluationsOf({ db, board, now }: Pick<Serving, "db" | "board" | "now">) {
  const problems: string[] = [];
  const error = (...of: unknown[]) =>
    void problems.push(JSON.stringify(of, (_, value: unknown) => (value instanceof Error ? value.message : value)));
  const options = { db, board, brand: defaultBrand, now, log: { error } };
  let evaluation = new Evaluation(options);
  board.onChange(({ name }) => evaluation.mark(name));
  return {
    problems,
    run: () => evaluation.run(new AbortController().signal),
    /** The server learns what others have changed, as through its live feed. */
    markTopic: (topic: "alert_rules" | "maintenance") => evaluation.markTopic(topic),
    /** Another server takes over, which knows only what is stored. */
    takeOver: () => {
      evaluation = new Evaluation(options);
    },
  };
}

/** Forms and sends all that is due now, as servers do; `random` is that of the pauses between attempts. */
async function sendDue(
  { db, senders, now }: Pick<Serving, "db" | "senders" | "now">,
  random: () => number,
): Promise<void> {
  const messages = messageHandler({ db, sealer, senders, push: async () => null }, random);
  const log = pino({ level: "silent" });
  for (;;) {
    while ((await formMessages({ db, origin: ORIGIN, product: senders.product }, now())).handled > 0);
    const leased = await leaseOfReceivers(db, { kind: messages.kind, ...messages.places });
    if (leased.length === 0) return;
    await Promise.all(leased.map((job) => runJob(job, [messages], { db, log })));
  }
}

/** A server whose clock a test sets, with the support, `customers` organizations and receivers for their channels. */
export async function ledgerRig({ start, customers }: { start: number; customers: number }) {
  const { db, shared } = await clockedDatabase(start);
  let time = start;
  const now = () => time;
  const { orgs, people, principals } = await addOrganizations(db, customers);
  const board = new Board(now);
  const read = readerOf(board, { db, server: "ledger" });
  const inbox = await receivers(now);
  for (const nth of orgs.keys()) inbox.add(`pat-side${nth}z`, "email", nth);
  const serving = { db, shared, board, now, senders: sendersTo(inbox, now) };
  const refresh = (names: readonly string[]) => read.some(names);
  const app = await serve(serving, { principals, refresh });
  const { run, ...evaluation } = evaluationsOf(serving);

  return {
    ...evaluation,
    ...reportsOn(board, now),
    db,
    orgs,
    people,
    inbox,
    now,
    /** Answers a call by the manager of an organization; the support's is an admin. */
    async call(side: number, { method, path, body }: Calling) {
      const json = body === undefined ? {} : { payload: JSON.stringify(body) };
      const type = body === undefined ? {} : { "content-type": "application/json" };
      const reply = await app.inject({ method, url: `/api${path}`, headers: { cookie: `${side}`, ...type }, ...json });
      if (reply.statusCode >= 500) throw new Error(`${method} ${path}: ${reply.body}`);
      return { status: reply.statusCode, body: reply.body === "" ? null : reply.json() };
    },
    async addStation(station: Parameters<typeof addStation>[1]): Promise<void> {
      await addStation(db, station);
      await refresh([station.name]);
    },
    async setTime(at: number): Promise<void> {
      time = at;
      await sql`update clock set at = ${new Date(at).toISOString()}`.execute(db);
      board.tick();
    },
    /** The server's regular work at this time. */
    async work(random: () => number): Promise<void> {
      while ((await beginAndEnd(db, time)) > 0) await read.changed();
      await run();
      await sendDue(serving, random);
      await inbox.collect(db);
    },
    /** Sends open alerts to Alertmanagers again. */
    async resend(): Promise<void> {
      const options = { db, sealer, senders: serving.senders, log: pino({ level: "silent" }) };
      const channels = await selectChannelsOfKinds(db, FORGETTING_KINDS);
      await Promise.all(channels.map((one) => resendAlerts(options, one, new AbortController().signal)));
    },
    /** How many notifications and messages are still to be sent. */
    async waiting(): Promise<number> {
      const { rows } = await sql<{ count: number }>`
        select (select count(*) from notifications where result in ('held', 'retrying')) + (
          select count(*) from jobs where kind = 'message' and ended is null) as count`.execute(db);
      return rows[0]?.count ?? 0;
    },
  };
}
