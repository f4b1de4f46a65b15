import { hash, randomBytes, randomUUID } from "node:crypto";
import { HOUR_MS } from "@groundcrew/shared/lib";
import { dayIn, STEP_DAYS } from "@groundcrew/shared/organizations";
import { authenticatorAt } from "../authenticator.ts";
import { openFactors, openPasskeys } from "../../src/factors/index.ts";
import { codeAt, stepOf } from "../../src/factors/totp.ts";
import { hashPassword, hashToken } from "../../src/sessions/index.ts";
import { addPasskey, addSession, emailOf, PASSWORD } from "./people.ts";
import type { Recipe } from "./recipe.ts";
import type { TestServer } from "./test-server.ts";

const SECRET = Buffer.alloc(20, 7);
const LOGIN = "A".repeat(43);
const RECOVERY_CODE = "k7fq-29xm";
/** An app that user A began to add, and the day from which their organization requires a second factor. */
const begun = { setup: "", code: "", passkey: {}, requiredFrom: "" };

/** Recipes for calls about each person's own account, and whether organizations require a second factor. */
export const accountRecipes: Readonly<Record<string, Recipe>> = {
  getAccount: { requestFor: () => ({}) },
  changeName: { requestFor: (_, fresh) => ({ body: { name: `Ada ${fresh}` } }) },
  changePreferences: { requestFor: () => ({ body: { time_zone: "utc", units: "celsius", theme: "dark" } }) },
  changePassword: {
    ready: putPasswords,
    requestFor: () => ({ body: { current: PASSWORD, password: hash("sha256", randomBytes(8)) } }),
  },
  finishLogIn: {
    ready: addPendingLogin,
    requestFor: () => ({ body: { login: LOGIN, step: { type: "recovery", code: RECOVERY_CODE } } }),
  },
  confirmIdentity: { ready: putPasswords, requestFor: () => ({ body: { type: "password", password: PASSWORD } }) },
  challengePasskey: { requestFor: () => ({}) },
  beginPasskey: { ready: noPasskeys, requestFor: () => ({}) },
  addPasskey: {
    ready: makePasskey,
    requestFor: () => ({ body: { name: "Laptop", ...begun.passkey } }),
  },
  renamePasskey: {
    ready: addPasskeyOfUserA,
    requestFor: ({ passkey }, fresh) => ({ params: { id: passkey }, body: { name: fresh } }),
  },
  removePasskey: { ready: addPasskeyOfUserA, requestFor: ({ passkey }) => ({ params: { id: passkey } }) },
  beginApp: { requestFor: () => ({}) },
  addApp: {
    ready: beginAppOfUserA,
    requestFor: () => ({ body: { setup: begun.setup, code: begun.code } }),
  },
  removeApp: { ready: putApps, requestFor: () => ({}) },
  renewRecoveryCodes: { ready: putApps, requestFor: () => ({}) },
  endSession: {
    ready: async ({ db }) => ({ session: await addSession(db, emailOf("user A")) }),
    requestFor: ({ session }) => ({ params: { id: session } }),
  },
  resetSecondStep: {
    ready: addUserWithPasskey,
    requestFor: ({ email, org }) => ({ query: { email, org_id: org } }),
  },
  endOtherSessions: { requestFor: () => ({}) },
  acceptDevice: { ready: addNewDevice, requestFor: ({ session }) => ({ params: { id: session } }) },
  rejectDevice: { ready: addNewDevice, requestFor: ({ session }) => ({ params: { id: session } }) },
  getStepRule: { requestFor: ({ org }) => ({ query: { org_id: org } }) },
  changeStepRule: {
    ready: requireStep,
    requestFor: ({ org }) => ({ query: { org_id: org }, body: { from: null, expected: begun.requiredFrom } }),
  },
  changeNotices: { ready: wantEveryNotice, requestFor: () => ({ body: { new_device: false } }) },
};

async function userA({ db }: TestServer): Promise<number> {
  const { id } = await db
    .selectFrom("users")
    .select("id")
    .where("email", "=", emailOf("user A"))
    .executeTakeFirstOrThrow();
  return id;
}

async function addNewDevice({ db }: TestServer) {
  const session = await addSession(db, emailOf("user A"));
  await db.updateTable("sessions").set({ is_new_device: true }).where("id", "=", session).execute();
  return { session };
}

async function requireStep({ db, ours, now }: TestServer) {
  const second_step_from = dayIn(STEP_DAYS.usual, now());
  await db.updateTable("organizations").set({ second_step_from }).where("id", "=", ours.org).execute();
  begun.requiredFrom = second_step_from;
  return {};
}

async function wantEveryNotice({ db }: TestServer) {
  await db.updateTable("users").set({ mails_new_device: true }).execute();
  return {};
}

async function beginAppOfUserA(system: TestServer) {
  const userId = await userA(system);
  const now = new Date(system.now());
  begun.setup = openFactors(system.secretKey).beginSetup({ userId, secret: SECRET, now });
  begun.code = codeAt(SECRET, stepOf(now));
  return {};
}

/** A login of user A that waits for its second step, and the recovery code for that. */
async function addPendingLogin(system: TestServer) {
  const user_id = await userA(system);
  const expires = new Date(Date.now() + HOUR_MS).toISOString();
  const code_hash = openFactors(system.secretKey).hashRecoveryCode(user_id, RECOVERY_CODE);
  await system.db
    .insertInto("recovery_codes")
    .values({ user_id, code_hash })
    .onConflict((known) => known.doNothing())
    .execute();
  await system.db
    .insertInto("pending_logins")
    .values({ token_hash: hashToken(LOGIN), user_id, signed_in_by: "password", expires })
    .onConflict((known) => known.doNothing())
    .execute();
  return {};
}

async function noPasskeys({ db }: TestServer) {
  await db.deleteFrom("passkeys").execute();
  return {};
}

/** The answer of a new authenticator. */
async function makePasskey({ db, now, origin, secretKey }: TestServer) {
  await db.deleteFrom("passkeys").execute();
  const passkeys = openPasskeys({ secretKey, origin });
  const page = `http://${passkeys.rpId}:4000`;
  begun.passkey = authenticatorAt(page).make(passkeys.challenge(new Date(now())));
  return {};
}

async function addPasskeyOfUserA({ db }: TestServer) {
  return { passkey: await addPasskey(db, emailOf("user A")) };
}

/** Everybody has an app. */
async function putApps({ db, secretKey }: TestServer) {
  const sealed = openFactors(secretKey).seal(SECRET);
  await db
    .insertInto("totp_apps")
    .columns(["user_id", "sealed", "last_step"])
    .expression((from) =>
      from
        .selectFrom("users")
        .select((eb) => ["id as user_id", eb.val<Uint8Array>(sealed).as("sealed"), eb.val(0).as("last_step")]),
    )
    .onConflict((known) => known.doNothing())
    .execute();
  return {};
}

/** Earlier requests may have changed them, or added second factors. */
export async function putPasswords({ db }: TestServer) {
  for (const table of ["totp_apps", "passkeys"] as const) await db.deleteFrom(table).execute();
  await db
    .updateTable("users")
    .set({ password_hash: await hashPassword(PASSWORD) })
    .where("email", "like", "%@people.example")
    .execute();
  return {};
}

async function addUserWithPasskey({ db, ours }: TestServer) {
  const email = `${randomUUID()}@people.example`;
  await db.insertInto("users").values({ email, org_id: ours.org }).execute();
  await addPasskey(db, email);
  return { email };
}
