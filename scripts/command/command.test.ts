import { once } from "node:events";
import { randomBytes, randomUUID } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { createServer as createSocketServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { EXPIRED_CERTIFICATE, openTlsProxy, TEST_CA } from "../../server/test/tls-proxy.ts";
import { groundcrew, runHere } from "../run-groundcrew.ts";
import { COMMANDS } from "./commands.ts";

// A mkdtemp folder has mode 0700, in which the PostgreSQL user could not read its data when the tests run as root.
const home = join(tmpdir(), `groundcrew-command-${randomUUID()}`);
mkdirSync(home);
afterAll(() => rmSync(home, { recursive: true, force: true }));

test("--help names every command, and each command describes itself", async () => {
  const { code, output } = await groundcrew(["--help"]);
  expect(code).toBe(0);
  const names = [...output.matchAll(/^ {2}([a-z]+) /gm)].map(([, name]) => name);
  expect(names).toEqual(["start", ...COMMANDS.keys()]);
  for (const [name, { usage }] of COMMANDS) {
    const help = await runHere([name, "--help"], { PORT: "none" });
    expect(help).toMatchObject({ code: 0, errors: "" });
    expect(help.output).toContain(usage);
  }
});

test.each([
  { args: ["unknown"], sentence: "There is no command unknown." },
  { args: ["verify", "audit", "12"], sentence: "Usage: groundcrew verify FILE" },
  { args: ["backup"], sentence: "Usage: groundcrew backup FILE" },
  { args: ["admin", "remove", "a@example.com"], sentence: "Usage: groundcrew admin create EMAIL" },
  { args: ["doctor", "--fast"], sentence: "--fast" },
])("$args is wrong usage", async ({ args, sentence }) => {
  const { code, errors } = await runHere(args);
  expect(code).toBe(2);
  expect(errors).toContain(sentence);
});

test("start reads its options itself, in a process of its own", async () => {
  const { code, errors } = await groundcrew(["start", "--fast"]);
  expect(code).toBe(2);
  expect(errors).toContain("--fast");
});

test("doctor finds nothing wrong before the first start, and creates nothing", async () => {
  const dataDir = join(home, "none");
  const { code, output, errors } = await runHere(["doctor"], { DATA_DIR: dataDir });
  expect({ code, errors }).toEqual({ code: 0, errors: "" });
  expect(output).toContain("Nothing is wrong.");
  expect(statSync(dataDir, { throwIfNoEntry: false })).toBe(undefined);
});

test("doctor names each invalid setting, and a database that cannot be reached", async () => {
  const invalid = await runHere(["doctor"], { PORT: "none" });
  expect(invalid.code).toBe(1);
  expect(invalid.output).toMatch(/^problem settings +PORT must be /m);
  const unreachable = await runHere(["doctor"], {
    DATA_DIR: home,
    DATABASE_URL: "postgres://nobody:secret-word@127.0.0.1:1/none",
  });
  expect(unreachable.code).toBe(1);
  expect(unreachable.output).toMatch(
    /^problem database +It cannot be used: nothing answers there\. Check DATABASE_URL\.$/m,
  );
  expect(unreachable.output).not.toContain("secret-word");
});

test("doctor reports what it finds at once, and within seconds that a running database does not answer", async () => {
  const frozen = await frozenDatabase();
  const { code, output } = await runHere(["doctor"], { DATA_DIR: frozen.dataDir });
  frozen.stop();
  expect(code).toBe(1);
  expect(output).toMatch(/^ok +disk [^]*^problem database +It cannot be used: it does not answer within 5 s\./m);
});

/** The data directory of an embedded PostgreSQL that accepts connections and never answers, as when its processes are suspended. */
async function frozenDatabase() {
  const dataDir = join(home, "frozen");
  const data = join(dataDir, "pg");
  const socketDir = mkdtempSync("/tmp/groundcrew-");
  const server = createSocketServer().listen(join(socketDir, ".s.PGSQL.5432"));
  await once(server, "listening");
  mkdirSync(data, { recursive: true });
  writeFileSync(join(data, "groundcrew.password"), "secret-word");
  const lines = [process.pid, data, "", "", socketDir, "", "", "ready   "];
  writeFileSync(join(data, "postmaster.pid"), lines.join("\n"));
  return {
    dataDir,
    stop() {
      server.close();
      rmSync(socketDir, { recursive: true });
    },
  };
}

/** What doctor says while a server answers so on OPS_PORT: a status and a body for each path. */
async function doctorOf(replies: Record<string, [number, string]>) {
  const server = createServer(({ url = "" }, response) => {
    const [status, body] = replies[url] ?? [404, ""];
    response.writeHead(status).end(body);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const said = await runHere(["doctor"], {
    DATA_DIR: join(home, "none"),
    OPS_PORT: String(portOf(server)),
  });
  server.close();
  return said;
}

test("doctor says what is wrong with a running server", async () => {
  const { code, output } = await doctorOf({
    "/healthz": [200, "alive"],
    "/readyz": [503, JSON.stringify({ detail: "broker: The broker does not answer." })],
    "/metrics": [200, ""],
  });
  expect(code).toBe(1);
  expect(output).toMatch(/^problem server +It runs, but is not ready: broker: The broker does not answer\.$/m);
});

test("doctor does not mistake another installation for its own", async () => {
  const info =
    'groundcrew_build_info{version="0.2.0",data_dir="/srv/an \\"other\\"",database="db.example:5432/mine"} 1\n';
  const { code, output } = await doctorOf({
    "/healthz": [200, "alive"],
    "/readyz": [200, "ready"],
    "/metrics": [200, info],
  });
  expect(code).toBe(1);
  expect(output).toMatch(
    /^problem server +Another installation runs on OPS_PORT \d+, with DATA_DIR \/srv\/an "other" and the database db\.example:5432\/mine\. Give this command its settings, or choose other ports\.$/m,
  );
});

test("doctor says how long certificates are valid, and which are not", async () => {
  const console = await openTlsProxy(1);
  const broker = await openTlsProxy(1, EXPIRED_CERTIFICATE);
  const trusted = join(home, "trusted.pem");
  writeFileSync(trusted, `${TEST_CA}${EXPIRED_CERTIFICATE}`);
  // A process reads the certificates that it trusts when it starts.
  const { output } = await groundcrew(["doctor"], {
    DATA_DIR: join(home, "none"),
    ORIGIN: `https://localhost:${console.port}`,
    MQTT_PUBLIC_URL: `mqtts://localhost:${broker.port}`,
    NODE_EXTRA_CA_CERTS: trusted,
  });
  [console, broker].forEach((proxy) => proxy.close());
  expect(output).toMatch(/^ok +certificate +The certificate of localhost:\d+ is valid for another \d{5} days\.$/m);
  expect(output).toMatch(/^problem certificate +localhost:\d+ has no valid certificate: certificate has expired\. /m);
});

function portOf(server: Server): number {
  const address = server.address();
  return address !== null && typeof address === "object" ? address.port : 0;
}

test("doctor says how old the newest backup in BACKUP_DIR is", async () => {
  const folder = join(home, "scheduled");
  const env = { DATA_DIR: join(home, "none"), BACKUP_DIR: folder };
  const none = await runHere(["doctor"], env);
  expect(none.output).toMatch(/^note +backups +There is none\. The server makes one when it runs\.$/m);
  mkdirSync(folder);
  writeFileSync(join(folder, "groundcrew-2026-03-01T020000Z.backup"), "");
  const old = await runHere(["doctor"], env);
  expect(old.code).toBe(1);
  expect(old.output).toMatch(
    /^problem backups +The newest one was made \d+ days ago\. It should be at most 24 hours old\./m,
  );
});

test("restore reads the file before it creates anything", async () => {
  const file = join(home, "random.backup");
  writeFileSync(file, randomBytes(4_096));
  const dataDir = join(home, "never");
  const { code, errors } = await runHere(["restore", file], { DATA_DIR: dataDir });
  expect(code).toBe(1);
  expect(errors).toContain("is not a backup, or its beginning is damaged.");
  expect(existsSync(dataDir)).toBe(false);
});
