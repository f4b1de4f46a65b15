import { randomBytes } from "node:crypto";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Endpoint } from "@groundcrew/shared/contract";
import type { SystemCheck } from "@groundcrew/shared/system";
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from "fastify";
import { afterAll } from "vitest";
import { buildApp } from "../../src/start/app.ts";
import { readConfig } from "../../src/platform/config/index.ts";
import { notifiedCaches, type Db } from "../../src/platform/db/index.ts";
import { diskStore } from "../../src/platform/files/index.ts";
import { embeddedLink, openCommands } from "../../src/platform/link/index.ts";
import { listenForChanges } from "../../src/live/index.ts";
import { openLog } from "../../src/platform/log.ts";
import { authenticateStations, Board, startCatchUp } from "../../src/stations/index.ts";
import { testDatabase } from "../database.ts";
import { addOrganization } from "../stations.ts";
import { addMedia } from "./media.ts";
import { addPeople, type Who } from "./people.ts";
import { addressOf, type TestRequest } from "./request.ts";
import { addCustomer } from "./seed.ts";

export const ORIGIN = "http://127.0.0.1:4000";
/** A page of the web app before its placeholders are filled in. */
const PAGE =
  '<!doctype html><meta name="has-session" content="__HAS_SESSION__"><meta name="build" content="__BUILD__"><link rel="icon" type="image/svg+xml" href="/assets/mark-1a2b3c.svg"><link rel="stylesheet" nonce="__CSP_NONCE__"><title>Console</title>';

/** A problem of the installation, which is for admins alone. */
const CHECKS: SystemCheck[] = [
  {
    about: "backups",
    state: "problem",
    sentence: "The newest one was made 9 days ago.",
    since: "2026-01-01T00:00:00.000Z",
  },
];

/** The parts of a response that the tests look at. */
export type Answer = {
  endpoint: Endpoint;
  who: Who;
  status: number;
  headers: Record<string, string>;
  body: string;
};

/** `settings` are environment variables. */
type Settings = { origin: string; isOnline: boolean; settings: Record<string, string>; now: () => number };

/**
 * The whole console with a real database: two customers with every kind of record, the provider, and every kind of caller. The
 * stations are offline; with `isOnline` they count as online.
 */
export async function startTestServer({
  origin = ORIGIN,
  isOnline = false,
  settings = {},
  now = Date.now,
}: Partial<Settings> = {}) {
  const { db, url, asOwner } = await testDatabase();
  const provider = await addOrganization(db, "Groundcrew");
  await db.updateTable("organizations").set({ is_provider: true }).where("id", "=", provider).execute();
  const ours = await addCustomer(db, "Harbor Air", "a");
  const theirs = await addCustomer(db, "Northfield Agri", "b");
  const proofOf = await addPeople(db, { provider, ours, theirs }, { origin, now });
  const { files, ...opened } = await openApp({ db, url, origin, isOnline, settings, now });
  const { app } = opened;
  for (const customer of [ours, theirs]) await addMedia(db, files, customer);

  /** What callers prove who they are with, until a request may have changed something: it may have ended their sessions. */
  const proofs = new Map<Who, Promise<Record<string, string>>>();
  const changes = { count: 0 };
  function credentialsOf(who: Who): Promise<Record<string, string>> {
    const proof = proofs.get(who) ?? proofOf(who);
    proofs.set(who, proof);
    return proof;
  }
  function noteChange(): void {
    proofs.clear();
    changes.count += 1;
  }

  let sent = 0;
  /** Sends a request to an endpoint, each time from another network, so that callers don't share rate limits. */
  async function send(who: Who, endpoint: Endpoint, request: TestRequest): Promise<Answer> {
    sent += 1;
    const { body, bytes, headers } = request;
    const options: InjectOptions = {
      method: endpoint.method,
      url: addressOf(endpoint, request),
      remoteAddress: `10.${sent >> 8}.${sent & 255}.1`,
      headers: {
        ...(await credentialsOf(who)),
        ...(body !== undefined && { "content-type": "application/json" }),
        ...(bytes !== undefined && { "content-type": "image/jpeg" }),
        ...headers,
      },
      ...(body !== undefined && { payload: JSON.stringify(body) }),
      ...(bytes !== undefined && { payload: Buffer.from(bytes) }),
    };
    const { statusCode: status, headers: given, body: text } = await inject(app, endpoint, options);
    if (endpoint.method !== "GET" && ![401, 403, 404, 503].includes(status)) noteChange();
    const values = Object.entries(given).map(([name, value]) => [name, String(value)] as const);
    return { endpoint, who, status, headers: Object.fromEntries(values), body: text };
  }

  const customers = { ours, theirs };
  const callers = { credentialsOf, proofOf, send };
  return { ...callers, ...customers, ...opened, asOwner, changes, db, noteChange, now, origin };
}
export type TestServer = Awaited<ReturnType<typeof startTestServer>>;

/** Sends a request. A stream of events never ends by itself: its body is what arrives at first. */
export async function inject(
  app: FastifyInstance,
  { events }: Endpoint,
  options: InjectOptions,
): Promise<Pick<LightMyRequestResponse, "statusCode" | "headers" | "body">> {
  if (!events) return app.inject(options);
  const closing = new AbortController();
  const reply = await app.inject({ ...options, payloadAsStream: true, signal: closing.signal });
  const { statusCode, headers } = reply;
  const first = new Promise<string>((resolve) => {
    reply
      .stream()
      .once("data", (chunk) => resolve(String(chunk)))
      .once("end", () => resolve(""))
      .on("error", () => undefined);
  });
  const body = await first;
  closing.abort();
  return { statusCode, headers, body };
}

type Opening = Settings & { db: Db; url: string };

async function openApp({ db, url, origin, isOnline, settings, now }: Opening) {
  const secretKey = randomBytes(32).toString("hex");
  const logged: string[] = [];
  const log = openLog({ logLevel: "trace" }, { write: (line) => void logged.push(line) });
  const board = new Board(Date.now);
  const catchUp = await startCatchUp({ db, url, board, server: "test", log });
  const link = embeddedLink({ host: "127.0.0.1", port: 0, authenticate: authenticateStations(db), now, log });
  const commands = openCommands({ link, server: "test", isUp: () => isOnline, now });
  await link.start();
  const files = diskStore(await folder("images-"));
  const caches = notifiedCaches({ url, channel: "session_changes" });
  const changes = listenForChanges(url);
  const rejected = async () => ({ connections: link.rejectedConnections(), messages: link.reader.invalidMessages() });
  const { app, endpoints } = await buildApp({
    config: readConfig({
      DATA_DIR: await folder("data-"),
      ...settings,
      SECRET_KEY: secretKey,
    }),
    origin,
    db,
    caches,
    board,
    changes,
    refresh: catchUp.refresh,
    disconnect: (station) => link.disconnect(station),
    commands,
    files,
    now,
    relay: { stun: null, turn: null },
    system: { checks: () => CHECKS, disconnectedSince: () => null, run: async () => {}, stop: async () => {} },
    publicUrl: () => origin,
    imageWaitMs: 60_000,
    rejections: rejected,
    allRejections: rejected,
    brokerPublicUrl: "mqtts://broker.test:8883",
    log,
    version: "1.0.0",
    webApp: await webAppFolder(),
  });
  afterAll(async () => {
    await app.close();
    await commands.stop();
    await caches.stop();
    await changes.stop();
    await link.stop();
    await catchUp.stop();
  });
  return { app, endpoints, files, linkPort: link.port(), logged, secretKey };
}

async function webAppFolder(): Promise<string> {
  const made = await folder("web-app-");
  await mkdir(join(made, "assets"));
  await writeFile(join(made, "index.html"), PAGE);
  await writeFile(join(made, "manifest.webmanifest"), '{"name":"__PRODUCT__"}');
  await writeFile(join(made, "service-worker.js"), 'const SHELL = "shell-__BUILD__";');
  await writeFile(join(made, "assets", "console-1a2b3c.js"), "export {};");
  return made;
}

/** A folder that is removed after the tests. */
async function folder(prefix: string): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), prefix));
  afterAll(() => rm(made, { recursive: true, force: true }));
  return made;
}
