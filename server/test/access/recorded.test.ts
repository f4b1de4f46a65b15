import { actionsForManagers } from "@groundcrew/shared/audit";
import { stream } from "@groundcrew/shared/streams";
import { sql } from "kysely";
import { z } from "zod";
import { expect, test } from "vitest";
import { connectOnline } from "./online-station.ts";
import { newError } from "./recipes.ts";
import type { TestRequest } from "./request.ts";
import type { Ids } from "./ids.ts";
import { prepare } from "./send-all.ts";
import { startTestServer } from "./test-server.ts";

const system = await startTestServer({ isOnline: true });
await connectOnline(system);
const session = await system.proofOf("admin");
const changing = system.endpoints.filter(({ method }) => method !== "GET" && method !== "HEAD");

/** Calls without an entry of their own, and why. Where they are refused, that is recorded as well. */
const NOT_RECORDED: Readonly<Record<string, string>> = {
  beginPasskey: "stores nothing; adding the passkey is recorded",
  beginApp: "stores nothing; adding the app is recorded",
  beginSignOn: "stores nothing; the login is recorded",
  testSingleSignOn: "stores nothing",
  createImport: "changes nothing that others see; applying it is recorded",
  checkImport: "the same",
  requestPasswordReset: "recorded when the mail is sent, so that a reply does not say whether there is such an account",
  addIceCandidate: "belongs to a stream, whose opening, answer and end are recorded",
  keepStreamOpen: "the same; it is sent every few seconds",
  keepViewing: "says every few seconds that a page is open, and changes nothing",
  reportViolations: "sent by browsers by themselves, without a login, and listed under Manage, Security",
};

/** What calls need to change something that other calls of this test may have changed already. */
const preparations: Readonly<Record<string, () => Promise<Partial<Ids>>>> = {
  changeStationErrors: () => newError(system),
  replyToEntry: () => newError(system),
  unmuteAlert: newMute,
  renewChannelSecret: () => newChannel({ kind: "webhook", address: "https://93.184.215.14/" }),
  testChannel: () => newChannel({ kind: "email", address: "a@b.example" }),
  answerStream: newStream,
  closeStream: newStream,
  sendMyReport: recordedDay,
};

/** Calls about the caller's own devices, and views and rules of the caller's organization. */
const BY_CUSTOMER = new Set([
  "addApp",
  "renamePasskey",
  "removePasskey",
  "subscribeToRule",
  "removeMyDevice",
  "endSession",
  "acceptDevice",
  "rejectDevice",
  "unlinkIdentity",
  "renewMyDevice",
  "changeSavedView",
  "deleteSavedView",
  "setDefaultView",
]);

/** A stream belongs to the session that has opened it. Logging in and out end a session. */
const IN_ONE_SESSION = new Set(["openStream", "answerStream", "closeStream"]);

/** Sends a request as somebody who may do this. */
async function send(variant: string, change: Partial<TestRequest> = {}) {
  const { endpoint, ids, requestFor } = await prepare(system, variant);
  const request = { ...requestFor({ ...ids, ...(await preparations[variant]?.()) }), ...change };
  return system.send(BY_CUSTOMER.has(variant) ? "user A" : "admin", endpoint, {
    ...request,
    headers: { ...request.headers, ...(IN_ONE_SESSION.has(variant) && session) },
  });
}

async function newChannel({ kind, address }: { kind: string; address: string }): Promise<Partial<Ids>> {
  const body = { org_id: system.ours.org, kind, name: kind, address };
  const answer = await send("createChannel", { body });
  return { channel: z.object({ channel: z.object({ id: z.int() }) }).parse(JSON.parse(answer.body)).channel.id };
}

/** A day of the reported month in which something was recorded. */
async function recordedDay(): Promise<Partial<Ids>> {
  await sql`
    insert into readiness_day_sums
    select '2026-10-01', ${system.ours.org}, 60, 0, 0, 0, 0, 86340, 0, 60, 0, 0, 0, 0 on conflict do nothing`.execute(
    system.db,
  );
  return {};
}

async function newMute(): Promise<Partial<Ids>> {
  const { ids, endpoint, requestFor } = await prepare(system, "muteAlert");
  await system.send("admin", endpoint, requestFor(ids));
  return { alert: ids.alert };
}

/** What differs from the usual request: the alert has been muted before. */
const CHANGED: Readonly<Record<string, Partial<TestRequest>>> = { unmuteAlert: { query: { rev: 2 } } };

/** A station supports only a few streams at a time. */
async function newStream(): Promise<Partial<Ids>> {
  await system.db.deleteFrom("streams").execute();
  const opened = await send("openStream");
  return { stream: stream.parse(JSON.parse(opened.body)).id };
}

/** Need a receiver of push messages, and the token of a channel: the tests of these calls look at their entries. */
const TESTED_ELSEWHERE = new Set(["testMyDevice", "receiveAlertmanagerAlerts"]);

/** First what needs the station to be online, and last what disconnects it. */
const STATION_CALLS = ["takeImages", "openStream", "answerStream", "closeStream"];
const recorded = changing
  .map(({ name }) => name)
  .filter((name) => !(name in NOT_RECORDED) && !TESTED_ELSEWHERE.has(name) && !STATION_CALLS.includes(name));

test.for([...STATION_CALLS, ...recorded])(
  "%s is recorded with who, what, where, and from which request",
  async (name) => {
    const { status, headers, body } = await send(name, CHANGED[name]);
    expect(status < 300 ? "done" : body).toBe("done");
    const rows = await system.db
      .selectFrom("audit_entries")
      .select(["action", "actor", "actor_kind", "target", "ip"])
      .where("request_id", "=", headers["x-request-id"] ?? "")
      .execute();
    expect(rows.length).toBeGreaterThan(0);
    for (const { action, target, ip } of rows) {
      expect(action).toBe(name);
      expect(target).not.toBe("");
      expect(ip).toMatch(/^10\./);
    }
  },
);

test("every call is either recorded, or not for a reason", () => {
  const names = new Set(changing.map(({ name }) => name));
  expect(Object.keys(NOT_RECORDED).filter((name) => !names.has(name))).toEqual([]);
});

test("managers see the entries of all calls that they and their users can make", () => {
  const open = changing.filter(({ access }) => access !== "admin").map(({ name }) => name);
  const seen = new Set(actionsForManagers());
  expect(
    open.filter((name) => !seen.has(name) && (!(name in NOT_RECORDED) || name === "requestPasswordReset")),
  ).toEqual([]);
});
