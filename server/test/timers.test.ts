import { Client } from "pg";
import { expect, onTestFinished, test, vi } from "vitest";
import { z } from "zod";
import { testDatabase } from "./database.ts";
import { embeddedServer } from "./embedded-server.ts";
import { valueIn } from "./metrics.ts";

const { url: DATABASE_URL, ownerUrl: MIGRATION_DATABASE_URL } = await testDatabase();

/** Tables that grow neither with the number of stations nor with time, or have rows for few stations at a time. All others are large. */
const SMALL = new Set([
  "alert_conditions",
  "alert_rules",
  "audit_chain_ends",
  "audit_checks",
  "backups",
  "csp_violations",
  "error_groups",
  "history_span_levels",
  "history_thinning",
  "installation",
  "internal_prefix",
  "limited_stations",
  "migrations",
  "organization_history",
  "organizations",
  "pg_authid",
  "readiness_rollup",
  "restores",
  "support_log_tags",
]);

/** Statements that read all stations only in some cases, by a part of each. */
const SELDOM = [
  // Until there is a first station.
  "not exists (select from stations)",
  // Until history has begun to be rolled up and thinned.
  "insert into history_span_levels",
  "select until from history_thinning",
  // For 30 days after a restore.
  "from last cross join counted",
  // Those in maintenance, by an index of these alone.
  "with maintained as materialized",
];

const node = z.looseObject({
  "Node Type": z.string(),
  "Relation Name": z.string().optional(),
  "Index Name": z.string().optional(),
  "Index Cond": z.string().optional(),
  get Plans() {
    return z.array(node).default([]);
  },
});
type Node = z.output<typeof node>;
const explained = z.tuple([z.object({ "QUERY PLAN": z.tuple([z.object({ Plan: node })]) })]);
const sentQuery = z.union([
  z.tuple([z.object({ text: z.string(), values: z.array(z.unknown()).optional() })]).rest(z.unknown()),
  z
    .tuple([z.string()])
    .rest(z.unknown())
    .transform(([text]) => [{ text, values: new Array<unknown>() }]),
]);

test("nothing that a server does without being asked reads all rows of a large table", async () => {
  const query = vi.spyOn(Client.prototype, "query");
  onTestFinished(() => query.mockRestore());
  const server = await embeddedServer({ DATABASE_URL, MIGRATION_DATABASE_URL });
  onTestFinished(() => server.stop());
  const metrics = async () => (await fetch(`${server.opsUrl}/metrics`)).text();
  // The regular work begins some seconds after the start.
  await expect.poll(async () => valueIn(await metrics(), "groundcrew_regular_work_leader")).toBe(1);
  const sent = () =>
    new Map(
      query.mock.calls.flatMap((call) => sentQuery.safeParse(call).data?.[0] ?? []).map((each) => [each.text, each]),
    );
  let known = 0;
  const isKnown = () => {
    const before = known;
    known = sent().size;
    return known === before;
  };
  await expect.poll(isKnown, { interval: 500 }).toBe(true);
  await server.stop();
  const statements = [...sent().values()].filter(
    ({ text }) =>
      /^\W*(prepared \*\/\s*)?(with|select|insert|update|delete)\b/i.test(text) &&
      !SELDOM.some((part) => text.includes(part)),
  );
  expect(statements.length).toBeGreaterThan(50);
  expect(await wholeReads(statements)).toEqual([]);
});

/**
 * The steps of statements that read a large table from its first row to its last. Plans depend on how many rows there are, so this asks which
 * there could be if each table were large: scans and joins for which no index is needed are the last resort.
 */
async function wholeReads(statements: readonly { text: string; values?: unknown[] | undefined }[]): Promise<string[]> {
  const client = new Client(DATABASE_URL);
  await client.connect();
  onTestFinished(() => client.end());
  await client.query("set enable_seqscan to off; set enable_hashjoin to off; set enable_mergejoin to off");
  const { rows } = await client.query<{ name: string; table: string; few: boolean }>(`
    select c.relname as name, t.relname as table,
      coalesce(regexp_replace(pg_get_expr(i.indpred, i.indrelid), '\\w+ IS NOT NULL|AND|[() ]', '', 'g'), '') <> '' as few
    from pg_index i join pg_class c on c.oid = i.indexrelid join pg_class t on t.oid = i.indrelid`);
  const indexes = new Map(rows.map((index) => [index.name, index]));
  const found: string[] = [];
  for (const { text, values = [] } of statements) {
    const plan = await client.query(`explain (format json) ${text}`, values);
    const [
      {
        "QUERY PLAN": [{ Plan }],
      },
    ] = explained.parse(plan.rows);
    found.push(...readsAll(Plan, false).map((step) => `${step} in ${text}`));
  }
  return found;

  /** `isLimited`: rows are read only until there are enough. */
  function readsAll(step: Node, isLimited: boolean): string[] {
    const { "Node Type": type, "Relation Name": relation, "Index Name": name = "", "Index Cond": condition } = step;
    const index = indexes.get(name);
    const isWhole = type === "Seq Scan" || (index && !condition && !index.few && !isLimited);
    const table = relation ?? index?.table ?? "";
    const passesLimit = type === "Limit" || (isLimited && !/Sort|Agg|Group|Window|Hash/.test(type));
    const below = step.Plans.flatMap((part) => readsAll(part, passesLimit));
    return isWhole && table !== "" && !SMALL.has(table) ? [`${type} of ${table}`, ...below] : below;
  }
}
