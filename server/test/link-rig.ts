import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { afterAll } from "vitest";
import { openFactors, openPasskeys } from "../src/factors/index.ts";
import { findAnswer } from "../src/audit/index.ts";
import { cameraRoutes } from "../src/cameras/index.ts";
import { isDatabaseUnavailable, type Db, type SharedDb } from "../src/platform/db/index.ts";
import { diskStore } from "../src/platform/files/index.ts";
import { createApp } from "../src/platform/http/index.ts";
import { embeddedLink } from "../src/platform/link/index.ts";
import { openSignOn, sessionCookie, sessionRoutes, sessionsIn, deviceCookie } from "../src/sessions/index.ts";
import { findAccount } from "../src/sessions/queries.ts";
import { authenticateStations } from "../src/stations/index.ts";
import { streamRoutes } from "../src/streams/index.ts";
import { throttleIn } from "../src/platform/throttle/index.ts";
import { testDatabase } from "./database.ts";
import { openFakeStation, type FakeStationOptions } from "./fake-station.ts";
import { identifyBy } from "./identify.ts";
import { openLinkServer } from "./link-server.ts";
import { addOrganization, addStation } from "./stations.ts";

const ORIGIN = "http://127.0.0.1:4000";
const PROVIDER = "Groundcrew";
const log = pino({ level: "silent" });

export const HARBOR = "gc-00000000000a";
export const FIELD = "gc-00000000000b";
export const RELAY = {
  stun: { host: "stun.example.com", port: 3_478 },
  turn: { host: "turn.example.com", port: 3_479, protocol: "udp", secret: "a secret the relay shares with us" },
} as const;

type Options = {
  /** How long a call waits for images. */
  waitMs?: number;
  /** How long a station may take to offer video. */
  openMs?: number;
  maxStreams?: number;
};
type CallOptions = { body?: unknown; headers?: Record<string, string> };

/** A console with a real broker and database, two customers with a station each, and a clock that only tests advance. */
export async function linkRig(options: Options = {}) {
  const { db, url } = await testDatabase();
  const orgs = {
    provider: await addOrganization(db, PROVIDER),
    harbor: await addOrganization(db, "Harbor Air"),
    field: await addOrganization(db, "Northfield Agri"),
  };
  await addStation(db, { name: HARBOR, org_id: orgs.harbor });
  await addStation(db, { name: FIELD, org_id: orgs.field });
  const clock = { ms: Date.now() };
  const link = await openLink({ db, url, clock });
  const folder = await mkdtemp(join(tmpdir(), "images-"));
  const files = diskStore(folder);
  const { app, logIn } = await openApp({ ...options, db, clock, files, commands: link.commands });
  afterAll(async () => {
    await app.close();
    await link.stop();
    await rm(folder, { recursive: true, force: true });
  });

  /** Adds a user of an organization; returns the cookie of a session of theirs. */
  async function person(email: string, orgId: number): Promise<string> {
    await db.insertInto("users").values({ email, org_id: orgId }).execute();
    return logIn(email);
  }

  /** Makes a call below `/api`, such as `POST /stations/…`. */
  async function call(cookie: string, line: string, { body, headers = {} }: CallOptions = {}) {
    const [method = "", path] = line.split(" ");
    const json = { body: JSON.stringify(body), headers: { cookie, "content-type": "application/json", ...headers } };
    const without = { headers: { cookie, ...headers } };
    const address = `${app.listeningOrigin}/api${path}`;
    const reply = await fetch(address, { method, ...(body === undefined ? without : json) });
    const bytes = Buffer.from(await reply.arrayBuffer());
    return { status: reply.status, headers: reply.headers, bytes, text: bytes.toString() };
  }

  return {
    ...link,
    db,
    app,
    clock,
    orgs,
    files,
    folder,
    person,
    logIn,
    call,
    station: (name: string, options: FakeStationOptions = {}) => openFakeStation(link.port(), name, options),
  };
}
export type LinkRig = Awaited<ReturnType<typeof linkRig>>;

type LinkContext = { db: Db; clock: { ms: number } };

async function openLink({ db, url, clock }: LinkContext & { url: string }) {
  const now = () => clock.ms;
  const link = embeddedLink({ host: "127.0.0.1", port: 0, authenticate: authenticateStations(db), now, log });
  const { commands, isUp, settle, stop } = await openLinkServer({
    db,
    url,
    server: "this one",
    link,
    isOwn: true,
    now,
  });
  return { commands, isUp, settle, stop, port: () => link.port() };
}

type AppOptions = LinkContext & Options & Pick<Parameters<typeof cameraRoutes>[1], "commands" | "files">;

async function openApp({ db: every, clock, commands, files, waitMs, openMs, maxStreams = 100 }: AppOptions) {
  const db: SharedDb = every;
  const now = () => clock.ms;
  const date = () => new Date(clock.ms);
  const cookie = sessionCookie(ORIGIN);
  const sessions = sessionsIn(db, { provider: PROVIDER, now: date });
  const { app } = await createApp({
    log,
    origin: ORIGIN,
    tileOrigin: null,
    trustProxy: [],
    identify: {
      tokenOf: cookie.read,
      sessions,
      keys: identifyBy(() => undefined).keys,
      settle: async () => {},
    },
    findAnswer: (key) => findAnswer(db, key),
    storeRefusal: async () => {},
    isDatabaseUnavailable,
    now,
  });
  const device = deviceCookie({ origin: ORIGIN, secretKey: "a key for tests alone" });
  const throttle = throttleIn(db, date);
  const accepting = { acceptInvitation: async () => {}, seesMany: () => false };
  const factors = openFactors("a key for tests alone");
  const passkeys = openPasskeys({ secretKey: "a key for tests alone", origin: ORIGIN });
  sessionRoutes(app, {
    db,
    sessions,
    cookie,
    device,
    google: null,
    throttle,
    factors,
    passkeys,
    signOn: openSignOn({ secretKey: "a key for tests alone", origin: ORIGIN, allowPrivate: false, now: date }),
    product: "Groundcrew",
    now: date,
    ...accepting,
  });
  const publicUrl = () => app.listeningOrigin;
  cameraRoutes(app, { db, every, files, commands, publicUrl, now, ...(waitMs !== undefined && { waitMs }) });
  streamRoutes(app, { db, every, commands, relay: RELAY, maxStreams, now, ...(openMs !== undefined && { openMs }) });
  await app.listen({ host: "127.0.0.1", port: 0 });

  /** Opens a session of a user; returns its cookie. */
  async function logIn(email: string): Promise<string> {
    const found = await findAccount(db, email);
    if (!found) throw new Error(`There is no ${email}.`);
    return cookie.write((await sessions.open(db, found.account)).token).split(";", 1)[0] ?? "";
  }

  return { app, logIn };
}
