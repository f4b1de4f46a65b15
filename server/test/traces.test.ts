import { randomUUID } from "node:crypto";
import pino from "pino";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { startTracing, traced } from "../src/platform/tracing/index.ts";
import { openWebhooks } from "../src/platform/webhooks/index.ts";
import { testDatabase } from "./database.ts";
import { embeddedServer } from "./embedded-server.ts";
import { openEventStream } from "./event-stream.ts";
import { httpReceiver } from "./http-receiver.ts";
import { connectStation, sendMessage } from "./station.ts";
import { addStation, birthOf, envelope, teleOf } from "./stations.ts";
import { cookieOf, signIn } from "./writing-person.ts";

const STATION = "gc-000000000001";
const TRACE_ID = "0af7651916cd43dd8448eb211c80319c";

const attribute = z.object({ key: z.string(), value: z.record(z.string(), z.unknown()) });
const span = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  kind: z.number(),
  attributes: z.array(attribute),
  status: z.object({ code: z.number() }),
  links: z.array(z.object({ traceId: z.string(), spanId: z.string() })).optional(),
});
/** What a collector receives, as the OTLP specification defines it. */
const exported = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: z.array(attribute) }),
      scopeSpans: z.array(z.object({ scope: z.object({ name: z.string() }), spans: z.array(span) })),
    }),
  ),
});
type ExportedSpan = z.output<typeof span>;

/** A server that sends its traces to a receiver. */
const collector = await httpReceiver();
const { url: DATABASE_URL } = await testDatabase();
const traces = { endpoint: collector.url, percent: 100, everyMs: 100 };
const server = await embeddedServer({ DATABASE_URL }, { traces });
const { db, url, brokerPort } = server;
afterAll(() => server.stop());
const spans = () => spansIn(collector);
const named = (name: string) => spans().find((one) => one.name === name);

/** Adds a station and connects it. */
async function openStation(name: string) {
  const { id: org_id } = await db
    .selectFrom("organizations")
    .select("id")
    .orderBy("id")
    .limit(1)
    .executeTakeFirstOrThrow();
  await addStation(db, { name, org_id });
  const station = await connectStation(brokerPort, name);
  onTestFinished(() => station.endAsync(true));
  return station;
}

function spansIn({ received }: Awaited<ReturnType<typeof httpReceiver>>): ExportedSpan[] {
  return received
    .flatMap(({ body }) => exported.parse(JSON.parse(body)).resourceSpans)
    .flatMap(({ scopeSpans }) => scopeSpans.flatMap((one) => one.spans));
}

function valueOf({ attributes }: Pick<ExportedSpan, "attributes">, key: string): unknown {
  return Object.values(attributes.find((one) => one.key === key)?.value ?? {})[0];
}

test("a request is a trace with its statements, which continues the client's", async () => {
  const traceparent = `00-${TRACE_ID}-00f067aa0ba902b7-01`;
  const call = await signIn(url);
  await call("/stations");
  await fetch(`${url}/api/organizations`, { headers: { traceparent } });

  await expect.poll(() => named("GET /api/stations")).toBeDefined();
  await expect.poll(() => spans().some(({ traceId }) => traceId === TRACE_ID)).toBe(true);
  const login = named("POST /api/sessions/current");
  expect(login).toMatchObject({ kind: 2, status: { code: 0 } });
  expect(valueOf(login ?? { attributes: [] }, "http.route")).toBe("/api/sessions/current");
  expect(valueOf(login ?? { attributes: [] }, "http.response.status_code")).toBeLessThan(300);
  const statements = spans().filter(({ parentSpanId }) => parentSpanId === login?.spanId);
  expect(statements.map(({ name }) => name)).toContain("insert sessions");
  expect(statements.every(({ traceId, kind }) => traceId === login?.traceId && kind === 3)).toBe(true);

  const refused = spans().find(({ traceId }) => traceId === TRACE_ID);
  expect(refused).toMatchObject({ parentSpanId: "00f067aa0ba902b7", status: { code: 2 } });
  expect(valueOf(refused ?? { attributes: [] }, "http.response.status_code")).toBe(401);

  expect(collector.received.map(({ path }) => path)).toContain("/v1/traces");
  const [first] = collector.received.map(({ body }) => exported.parse(JSON.parse(body)).resourceSpans[0]);
  expect(valueOf(first?.resource ?? { attributes: [] }, "service.name")).toBe("groundcrew");
});

test("batches of stations, jobs and messages are traces, without names, addresses, texts and secrets", async () => {
  const station = await openStation(STATION);
  await sendMessage(station, "birth", birthOf(envelope(1, 1)));
  await sendMessage(station, "tele", teleOf(envelope(1, 2), {}));
  const email = `${randomUUID()}@harbor.example`;
  const call = await signIn(url);
  expect((await call(`/users?email=${email}`, { body: {}, key: "invited" })).status).toBe(201);
  for (const name of ["store telemetry", "job invitation_mail"]) await expect.poll(() => named(name)).toBeDefined();
  expect(valueOf(named("store telemetry") ?? { attributes: [] }, "groundcrew.messages")).toBeGreaterThan(0);
  const sent = collector.received.map(({ body }) => body).join("\n");
  for (const secret of [STATION, email, "harbor.example", "groundcrew-demo-login"]) expect(sent).not.toContain(secret);
});

test("a message of a station is traced to the stored row, to the published state and to the browsers that show it", async () => {
  const station = await openStation("gc-000000000002");
  const stream = await openEventStream(`${url}/api/live`, { cookie: await cookieOf(url) });
  onTestFinished(() => stream.close());
  await sendMessage(station, "birth", birthOf(envelope(1, 1)));
  // A change that no message has caused has no link.
  const causes = () => spans().flatMap(({ name, links = [] }) => (name === "send live changes" ? links : []));
  await expect.poll(() => causes().length).toBeGreaterThan(0);
  const [cause] = causes();
  const published = spans().find(({ spanId }) => spanId === cause?.spanId);
  expect(published).toMatchObject({ name: "publish states", traceId: cause?.traceId });
  const stored = spans().find(({ spanId }) => spanId === published?.parentSpanId);
  expect(stored).toMatchObject({ name: "store telemetry", traceId: cause?.traceId });
  expect(valueOf(stored ?? { attributes: [] }, "groundcrew.queue_age_ms")).toBeGreaterThanOrEqual(0);
});

// Stops the server, so only tests that start tracing themselves come after it.
test("a collector that fails keeps neither requests nor the end of the server waiting", async () => {
  collector.answers.status = 503;
  const before = collector.received.length;
  const call = await signIn(url);
  expect((await call("/stations")).status).toBe(200);
  await server.stop();
  expect(collector.received.length).toBeGreaterThan(before);
});

test("a request to another server continues the trace there", async () => {
  const [ownCollector, receiver] = [await httpReceiver(), await httpReceiver()];
  const log = pino({ level: "silent" });
  const tracing = await startTracing({ endpoint: ownCollector.url, percent: 100 }, { version: "1.0.0", log });
  await traced("notify", {}, () => openWebhooks({ allowPrivate: true }).post(receiver.url, {}));
  await tracing.stop();
  const [sent] = spansIn(ownCollector);
  expect(sent?.name).toBe("notify");
  expect(receiver.received[0]?.headers).toMatchObject({ traceparent: `00-${sent?.traceId}-${sent?.spanId}-01` });
});
