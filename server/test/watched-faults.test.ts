import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { mkdtemp, rename, rm, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { startCoturn } from "../../scripts/coturn.ts";
import { freeUdpPort } from "../src/platform/relay/stun.ts";
import { version } from "../src/platform/version.ts";
import { SERVERS } from "./brokers.ts";
import { embeddedServer } from "./embedded-server.ts";
import { mailServer } from "./mail-server.ts";
import { valueIn } from "./metrics.ts";
import { openMosquitto } from "./mosquitto.ts";
import { connectStation, sendMessage } from "./station.ts";
import { addStation, birthOf, envelope, teleOf } from "./stations.ts";
import { EXPIRED_CERTIFICATE, openTlsProxy } from "./tls-proxy.ts";
import { signIn } from "./writing-person.ts";

// Each fault is found as an operator finds it: in the text that Prometheus reads.

const STATION = "gc-000000000001";
const REFUSED = "nobody@harbor.example";
/** Longer than Prometheus waits between two reads, shorter than an operator should have to. */
const SEEN = { timeout: 30_000 };

/** A server and a way to read its metrics. */
async function watchedServer(env: Record<string, string>) {
  const server = await embeddedServer(env);
  const read = async () => (await fetch(`${server.opsUrl}/metrics`)).text();
  const seen = async (name: string, labels: Record<string, string> = {}) => valueIn(await read(), name, labels);
  return { ...server, read, seen };
}

const DATA_DIR = join(tmpdir(), `groundcrew-watched-${randomUUID()}`);
const smtp = await mailServer({ refuses: [REFUSED] });

describe("a server with a station and a mail server", () => {
  let server: Awaited<ReturnType<typeof watchedServer>>;
  beforeAll(async () => {
    server = await watchedServer({ DATA_DIR, SMTP_URL: smtp.url });
    const orgs = server.db.selectFrom("organizations").select("id").orderBy("id");
    const { id: org_id } = await orgs.executeTakeFirstOrThrow();
    await addStation(server.db, { name: STATION, org_id });
    return () => server.stop();
  });

  test("a running server shows every documented metric of its own, and that all is well", async () => {
    const { read, seen } = server;
    await expect.poll(() => seen("groundcrew_regular_work_leader")).toBe(1);
    const text = await read();
    const document = readFileSync(new URL("../../docs/metrics.md", import.meta.url), "utf8");
    const documented = [...document.matchAll(/^\| `(\w+)` \| (\w+)/gm)].map(
      ([, name, type]) => `# TYPE ${name} ${type}`,
    );
    expect(documented.length).toBeGreaterThan(40);
    expect(documented.filter((line) => !text.includes(`${line}\n`))).toEqual([]);
    for (const check of ["database", "migrations", "broker", "disk", "images", "server"]) {
      expect(valueIn(text, "groundcrew_ready", { check })).toBe(1);
    }
    const disk = await statfs(tmpdir());
    expect(valueIn(text, "groundcrew_disk_size_bytes")).toBe(disk.blocks * disk.bsize);
    expect(valueIn(text, "groundcrew_disk_free_bytes")).toBeLessThanOrEqual(disk.blocks * disk.bsize);
    expect(valueIn(text, "groundcrew_database_size_bytes")).toBeGreaterThan(1_000_000);
    expect(valueIn(text, "groundcrew_build_info", { version: version() })).toBe(1);
    expect(valueIn(text, "groundcrew_link_broker_up")).toBe(1);
    expect(valueIn(text, "groundcrew_board_age_seconds")).toBeLessThan(30);
    expect(valueIn(text, "nodejs_eventloop_lag_p99_seconds")).toBeGreaterThan(0);
  });

  test("stations that come, are rejected and go are seen in the metrics", async () => {
    const { brokerPort, seen } = server;
    const rejected = (await seen("groundcrew_link_rejected_total")) ?? 0;
    await expect(connectStation(brokerPort, STATION, { password: "wrong" })).rejects.toThrow("Connection refused");
    await expect.poll(() => seen("groundcrew_link_rejected_total")).toBeGreaterThan(rejected);

    const closed = { reason: "closed" };
    const closedBefore = (await seen("groundcrew_link_disconnections_total", closed)) ?? 0;
    const station = await connectStation(brokerPort, STATION);
    await expect.poll(() => seen("groundcrew_link_connections", { state: "authenticated" })).toBe(1);
    await station.endAsync();
    await expect.poll(() => seen("groundcrew_link_connections", { state: "authenticated" })).toBe(0);
    expect(await seen("groundcrew_link_disconnections_total", closed)).toBe(closedBefore + 1);
  });

  test("a database that hangs is seen in the metrics, which are still answered, and so is its recovery", async () => {
    const { brokerPort, seen } = server;
    const call = await signIn(server.url);
    const station = await connectStation(brokerPort, STATION);
    const stored = { queue: "telemetry", outcome: "stored" };
    const failed = { queue: "telemetry", outcome: "failed" };
    await sendMessage(station, "birth", birthOf(envelope(1, 1)));
    await sendMessage(station, "tele", teleOf(envelope(1, 2), {}));
    await expect.poll(() => seen("groundcrew_ingest_batch_messages_total", stored)).toBeGreaterThan(0);
    const storedBefore = (await seen("groundcrew_ingest_batch_messages_total", stored)) ?? 0;
    const failedBefore = (await seen("groundcrew_ingest_batch_messages_total", failed)) ?? 0;
    const errorsBefore = (await seen("groundcrew_http_request_duration_seconds_count", { status: "5xx" })) ?? 0;

    server.signalDatabase("SIGSTOP");
    try {
      await sendMessage(station, "tele", teleOf(envelope(1, 3), {}));
      expect((await call("/organizations")).status).toBe(503);
      await expect.poll(() => seen("groundcrew_ready", { check: "database" }), SEEN).toBe(0);
      expect(await seen("groundcrew_database_size_bytes")).toBeNaN();
      expect(await seen("groundcrew_video_streams")).toBeNaN();
      expect(await seen("groundcrew_http_request_duration_seconds_count", { status: "5xx" })).toBeGreaterThan(
        errorsBefore,
      );
      await expect
        .poll(() => seen("groundcrew_ingest_queue_age_seconds", { queue: "telemetry" }), SEEN)
        .toBeGreaterThan(3);
      expect(await seen("groundcrew_ingest_queue_messages", { queue: "telemetry" })).toBeGreaterThanOrEqual(0);
      await expect
        .poll(() => seen("groundcrew_ingest_batch_messages_total", failed), SEEN)
        .toBeGreaterThan(failedBefore);
      await expect.poll(() => seen("groundcrew_board_age_seconds"), SEEN).toBeGreaterThan(5);
    } finally {
      server.signalDatabase("SIGCONT");
    }
    await expect.poll(() => seen("groundcrew_ready", { check: "database" })).toBe(1);
    await expect.poll(() => seen("groundcrew_ingest_batch_messages_total", stored)).toBeGreaterThan(storedBefore);
    await expect.poll(() => seen("groundcrew_ingest_queue_age_seconds", { queue: "telemetry" })).toBeLessThan(1);
    await station.endAsync(true);
  });

  test("an email that the mail server refuses is seen in the metrics", async () => {
    const { url, seen } = server;
    const call = await signIn(url);
    const refused = async () => [
      (await seen("groundcrew_mail_duration_seconds_count", { outcome: "failed" })) ?? 0,
      (await seen("groundcrew_job_runs_total", { outcome: "failed" })) ?? 0,
    ];
    const [mails = 0, jobs = 0] = await refused();
    const { status, text } = await call(`/users?email=${REFUSED}`, { body: {}, key: "refused" });
    expect([status, text]).toEqual([201, expect.stringContaining(REFUSED)]);
    await expect.poll(refused, SEEN).toEqual([mails + 1, jobs + 1]);
    await expect.poll(() => seen("groundcrew_jobs_waiting"), SEEN).toBe(1);
  });

  test("a database that is killed is seen in the metrics, and so is its recovery", async () => {
    const { database, seen } = server;
    const isReady = () => seen("groundcrew_ready", { check: "database" });
    await expect.poll(isReady, SEEN).toBe(1);
    // Without this file PostgreSQL does not start again before that was seen.
    const file = join(DATA_DIR, "pg", "PG_VERSION");
    await rename(file, `${file}.away`);
    process.kill(database() ?? 0, "SIGKILL");
    await expect.poll(isReady, SEEN).toBe(0);
    await rename(`${file}.away`, file);
    await expect.poll(isReady, SEEN).toBe(1);
  });

  test("invalid messages of a station are seen in the metrics", async () => {
    const station = await connectStation(server.brokerPort, STATION);
    onTestFinished(() => station.endAsync(true).then(() => undefined));
    const counts = async () => ({
      invalid: (await server.seen("groundcrew_link_invalid_messages_total", { topic: "tele" })) ?? 0,
      quarantined: (await server.seen("groundcrew_events_total", { outcome: "quarantined" })) ?? 0,
    });
    const before = await counts();
    await sendMessage(station, "birth", birthOf(envelope(1, 1)));
    await sendMessage(station, "tele", Buffer.from("{"));
    await sendMessage(station, "event", Buffer.from("{"));
    const [invalid, quarantined] = [before.invalid + 1, before.quarantined + 1];
    await expect.poll(counts, SEEN).toEqual({ invalid, quarantined });
  });

  test("requests that are too large or not permitted are seen in the metrics", async () => {
    const { url, seen } = server;
    const call = await signIn(url);
    const refused = async () =>
      (await seen("groundcrew_http_request_duration_seconds_count", { method: "POST", status: "4xx" })) ?? 0;
    const before = await refused();
    const body = { name: "x".repeat(2_000_000) };
    expect((await call("/organizations", { body, key: "large" })).status).toBe(413);
    await expect.poll(refused, SEEN).toBe(before + 1);
  });
});

test("an external broker that is killed is seen in the metrics, and so is its recovery", async () => {
  const folder = await mkdtemp(join(tmpdir(), "watched-broker-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const broker = await openMosquitto(folder);
  onTestFinished(() => broker.kill());
  const opening = watchedServer({
    MQTT_URL: broker.url(SERVERS.user, encodeURIComponent(SERVERS.password)),
    MQTT_CREDENTIAL_DIR: broker.credentials,
    MQTT_PID_FILE: broker.pidFile,
  });
  await broker.isNotified();
  await broker.start();
  const server = await opening;
  onTestFinished(() => server.stop());
  const { seen } = server;
  const states = async () => [
    await seen("groundcrew_link_broker_up"),
    await seen("groundcrew_ready", { check: "broker" }),
  ];
  await expect.poll(states, SEEN).toEqual([1, 1]);
  await broker.kill();
  await expect.poll(states, SEEN).toEqual([0, 0]);
  await broker.start();
  await expect.poll(states, SEEN).toEqual([1, 1]);
});

test("a relay that does not respond is seen in the metrics, and so is its recovery", async () => {
  const port = await freeUdpPort("127.0.0.1", 0);
  const coturn = startCoturn({ port, secret: "a secret of coturn for tests, long enough", relayAddress: "127.0.0.1" });
  onTestFinished(() => coturn.stop());
  const server = await watchedServer(coturn.settings);
  onTestFinished(() => server.stop());
  const isUp = () => server.seen("groundcrew_relay_up", { kind: "configured" });
  await expect.poll(isUp, SEEN).toBe(1);
  coturn.signal("SIGSTOP");
  try {
    await expect.poll(isUp, SEEN).toBe(0);
  } finally {
    coturn.signal("SIGCONT");
  }
  await expect.poll(isUp, SEEN).toBe(1);
});

test("when certificates expire is seen in the metrics, also of one that has expired", async () => {
  const console = await openTlsProxy(1);
  const broker = await openTlsProxy(1, EXPIRED_CERTIFICATE);
  onTestFinished(() => [console, broker].forEach((proxy) => proxy.close()));
  const server = await watchedServer({
    ORIGIN: `https://localhost:${console.port}`,
    MQTT_PUBLIC_URL: `mqtts://localhost:${broker.port}`,
  });
  onTestFinished(() => server.stop());
  const expiry = (port: number) => async () =>
    server.seen("groundcrew_certificate_expiry_timestamp_seconds", { endpoint: `localhost:${port}` });
  await expect.poll(expiry(console.port), SEEN).toBe(Date.parse("2126-10-29T08:46:06Z") / 1_000);
  await expect.poll(expiry(broker.port), SEEN).toBe(Date.parse("2026-11-01T00:00:00Z") / 1_000);
});
