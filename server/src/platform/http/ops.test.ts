import { execFileSync } from "node:child_process";
import { Counter, Registry } from "prom-client";
import { afterEach, expect, test } from "vitest";
import { freePort } from "../../../test/free-port.ts";
import { openOps, tryWithin, type Check } from "./ops.ts";

const opened: { stop: () => Promise<void> }[] = [];
afterEach(async () => {
  for (const ops of opened.splice(0)) await ops.stop();
});

async function open(checks: Record<string, Check>, registry = new Registry(), mostSilentMs?: number) {
  const logged: string[] = [];
  const log = {
    info: (line: string) => void logged.push(`info: ${line}`),
    warn: (line: string) => void logged.push(`warn: ${line}`),
  };
  const ops = await openOps({
    host: "127.0.0.1",
    port: 0,
    checks,
    registry,
    ...(mostSilentMs && { mostSilentMs }),
    log,
  });
  opened.push(ops);
  const get = (path: string, method = "GET") => fetch(`http://127.0.0.1:${ops.port}${path}`, { method });
  return { get, logged, ops };
}

const ok = async () => null;
const SILENT = { info: () => {}, warn: () => {} };

test("a running process is alive, even without its database", async () => {
  const { get } = await open({ database: async () => "gone." });
  const reply = await get("/healthz");
  expect(reply.status).toBe(200);
  expect(await reply.text()).toBe("alive\n");
});

/** Requests `/healthz` from another process until it replies with a status, while this thread waits for that. Returns the last reply. */
function askWhileBusy(port: number, status: number): string {
  const code = `for (;;) {
    const reply = await fetch("http://127.0.0.1:${port}/healthz");
    const text = await reply.text();
    if (reply.status === ${status}) { process.stdout.write(text); break; }
  }`;
  const args = ["--input-type=module", "--eval", code];
  return execFileSync(process.execPath, args, { encoding: "utf8", timeout: 20_000 });
}

/** Requests `/readyz` from another process, which leaves without an answer, while this thread waits for that. */
function sendWhileBusy(port: number, times: number): void {
  const code = `import { connect } from "node:net";
    import { once } from "node:events";
    for (let time = 0; time < ${times}; time += 1) {
      const socket = connect(${port}, "127.0.0.1");
      await once(socket, "connect");
      socket.write("GET /readyz HTTP/1.1\\r\\nhost: ops\\r\\n\\r\\n");
    }
    // Once this is answered, those have been read.
    for (const time of [1, 2]) await (await fetch("http://127.0.0.1:${port}/healthz")).text();
    process.exit();`;
  execFileSync(process.execPath, ["--input-type=module", "--eval", code], { timeout: 20_000 });
}

test("a busy process is alive, until its main thread has done nothing for too long", async () => {
  const { get, ops } = await open({ database: ok }, new Registry(), 2_000);
  expect(askWhileBusy(ops.port, 200)).toBe("alive\n");
  expect(JSON.parse(askWhileBusy(ops.port, 503))).toMatchObject({
    status: 503,
    detail: expect.stringMatching(/^The main thread has done nothing for \d+ s\.$/),
  });
  await expect.poll(async () => (await get("/healthz")).status).toBe(200);
});

test("requests that have waited for a busy thread are one check, and a later one is another", async () => {
  let checks = 0;
  const database = Promise.withResolvers<null>();
  const check = () => {
    checks += 1;
    return database.promise;
  };
  const { get, ops } = await open({ check });
  sendWhileBusy(ops.port, 5);
  // Handled after those.
  expect((await get("/metrics")).status).toBe(200);
  expect(checks).toBe(1);
  database.resolve(null);
  expect([(await get("/readyz")).status, checks]).toEqual([200, 2]);
});

test("a server is ready when every check passes", async () => {
  const { get } = await open({ database: ok, broker: ok });
  expect((await get("/readyz")).status).toBe(200);
});

test("a server that is not ready reports which check fails", async () => {
  const { get } = await open({
    database: () => Promise.reject(new Error("connection refused")),
    broker: ok,
    migrations: async () => "0004_board.sql is not applied.",
  });
  const reply = await get("/readyz");
  expect(reply.status).toBe(503);
  expect(reply.headers.get("content-type")).toBe("application/problem+json");
  expect(await reply.json()).toEqual({
    title: "Service Unavailable",
    status: 503,
    detail: "database: connection refused. migrations: 0004_board.sql is not applied.",
  });
});

test("a server becomes ready again by itself, and each change is logged once", async () => {
  let isUp = false;
  const { get, logged } = await open({ broker: async () => (isUp ? null : "not connected.") });
  expect((await get("/readyz")).status).toBe(503);
  expect((await get("/readyz")).status).toBe(503);
  isUp = true;
  expect((await get("/readyz")).status).toBe(200);
  expect((await get("/readyz")).status).toBe(200);
  expect(logged).toEqual(["warn: Not ready: broker: not connected.", "info: Ready again."]);
});

test("a check that never answers counts as failed", async () => {
  expect(await tryWithin("database", () => new Promise(() => {}), 5)).toBe("database: does not answer.");
});

test("metrics include those of the process and of the registry", async () => {
  const registry = new Registry();
  new Counter({ name: "messages_total", help: "Messages received.", registers: [registry] }).inc(3);
  const { get } = await open({}, registry);
  const reply = await get("/metrics");
  const text = await reply.text();
  expect(reply.headers.get("content-type")).toContain("text/plain");
  expect(text).toContain("messages_total 3");
  expect(text).toContain("process_cpu_seconds_total");
});

test("a registry can be reused after a restart", async () => {
  const registry = new Registry();
  new Counter({ name: "messages_total", help: "Messages received.", registers: [registry] }).inc();
  const first = await open({}, registry);
  await first.ops.stop();
  opened.length = 0;
  const { get } = await open({}, registry);
  expect(await (await get("/metrics")).text()).toContain("messages_total 1");
});

test("other paths are not found, and only GET is allowed", async () => {
  const { get } = await open({});
  expect((await get("/api/stations")).status).toBe(404);
  expect((await get("/healthz", "POST")).status).toBe(405);
});

test("a port that is in use is an error with the port", async () => {
  const { ops } = await open({});
  const again = openOps({ host: "127.0.0.1", port: ops.port, checks: {}, registry: new Registry(), log: SILENT });
  await expect(again).rejects.toMatchObject({ code: "EADDRINUSE", port: ops.port });
});

test("after the stop the port is free", async () => {
  const options = { host: "127.0.0.1", port: await freePort(), checks: {}, registry: new Registry(), log: SILENT };
  await (await openOps(options)).stop();
  const again = await openOps({ ...options, registry: new Registry() });
  opened.push(again);
  expect(again.port).toBe(options.port);
});
