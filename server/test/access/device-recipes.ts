import { sql } from "kysely";
import { emptyTables } from "../database.ts";
import { createHash } from "node:crypto";
import type { Recipe } from "./recipe.ts";
import { emailOf } from "./people.ts";
import type { Ids } from "./ids.ts";
import { addDevice } from "./seed.ts";
import type { TestServer } from "./test-server.ts";

const neither = { email: false, push: false };
const ofDevice = ({ device }: Ids) => ({ params: { device } });
/** Keys of a subscription: the point is that of the example in RFC 8291. */
const keys = {
  p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
  auth: "BTBZMqHH6r4Tts7J_aSIgg",
};

/** Recipes for calls about each person's notifications and devices, and for an email to oneself. */
export const deviceRecipes: Readonly<Record<string, Recipe>> = {
  testMail: { ready: noTests, requestFor: () => ({}) },
  getMyNotifications: { requestFor: () => ({}) },
  subscribeToRule: { requestFor: ({ rule }) => ({ params: { rule }, body: neither }) },
  subscribeToTopic: { requestFor: () => ({ params: { topic: "assigned" }, body: neither }) },
  changeQuietHours: {
    requestFor: () => ({ body: { quiet: { from: "22:00", to: "07:00", zone: "UTC", urgent_after_hour: true } } }),
  },
  listMyDevices: { requestFor: () => ({}) },
  addMyDevice: {
    ready: noDevices,
    requestFor: (_, fresh) => ({ body: { name: "Phone", endpoint: `https://93.184.215.14/${fresh}`, keys } }),
  },
  renewMyDevice: {
    ready: newDevice,
    requestFor: ({ device }, fresh) => ({
      body: { before: endpointOf(device), endpoint: `https://93.184.215.14/${fresh}`, keys },
    }),
  },
  removeMyDevice: { ready: newDevice, requestFor: ofDevice },
  testMyDevice: { ready: newDevice, requestFor: (ids) => ({ ...ofDevice(ids), body: {} }) },
};

/** Removes devices that earlier requests have added, and that they did: a person may have only some, and add only some a minute. */
async function noDevices({ db, ours, theirs }: TestServer) {
  await sql`delete from devices where id not in (${ours.device}, ${theirs.device})`.execute(db);
  await emptyTables(db, ["device_tests"]);
  return {};
}

const endpointOf = (device: number) => `https://93.184.215.14/device-${device}`;

async function newDevice(system: TestServer) {
  await noDevices(system);
  const device = await addDevice(system.db, emailOf("user A"));
  const endpoint_hash = createHash("sha256").update(endpointOf(device)).digest("hex");
  await sql`update devices set endpoint_hash = ${endpoint_hash} where id = ${device}`.execute(system.db);
  return { device };
}

/** Removes tests that earlier requests have sent: one person may send only some a minute. */
async function noTests({ db }: TestServer) {
  await emptyTables(db, ["device_tests"]);
  return {};
}
