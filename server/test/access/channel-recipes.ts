import { sql } from "kysely";
import { emptyTables } from "../database.ts";
import type { Recipe } from "./recipe.ts";
import type { Ids } from "./ids.ts";
import { addChannel } from "./seed.ts";
import type { TestServer } from "./test-server.ts";

const ofDeliveries = ({ org, rule, channel, alert }: Ids) => ({ query: { org_id: org, rule, channel, alert } });
const ofChannel = ({ channel }: Ids) => ({ params: { channel } });

/** Recipes for calls about channels and notifications. */
export const channelRecipes: Readonly<Record<string, Recipe>> = {
  receiveAlertmanagerAlerts: { requestFor: () => ({ body: { version: "4", alerts: [] } }) },
  listChannels: { requestFor: ({ org }) => ({ query: { org_id: org } }) },
  createChannel: {
    ready: noChannels,
    requestFor: ({ org }, fresh) => ({
      body: { org_id: org, kind: "email", name: fresh.slice(0, 60), address: "a@b.example" },
    }),
  },
  changeChannel: {
    ready: newChannel,
    requestFor: (ids, fresh) => ({
      ...ofChannel(ids),
      body: { rev: 1, name: fresh.slice(0, 60), address: "https://93.184.215.14/" },
    }),
  },
  deleteChannel: { ready: newChannel, requestFor: (ids) => ({ ...ofChannel(ids), query: { rev: 1 } }) },
  pauseChannel: { ready: newChannel, requestFor: (ids) => ({ ...ofChannel(ids), body: { rev: 1, until: null } }) },
  renewChannelSecret: { ready: newChannel, requestFor: (ids) => ({ ...ofChannel(ids), body: { rev: 1 } }) },
  listDeliveries: { requestFor: ({ org }) => ({ query: { org_id: org } }) },
  "listDeliveries (of an alert)": { requestFor: ofDeliveries },
  downloadDeliveries: { requestFor: ({ org }) => ({ query: { org_id: org } }) },
  "downloadDeliveries (of an alert)": { requestFor: ofDeliveries },
  getDelivery: { requestFor: ({ delivery }) => ({ params: { delivery } }) },
  listGivenUp: { requestFor: () => ({}) },
  testChannel: { ready: noTests, requestFor: (ids) => ({ ...ofChannel(ids), body: {} }) },
  testNewChannel: {
    ready: noTests,
    requestFor: ({ org }) => ({ body: { org_id: org, kind: "email", name: "On call", address: "a@b.example" } }),
  },
};

let made = 0;

/** Removes channels that earlier requests have created, and that they did: an organization may have only some, and enter only some a minute. */
async function noChannels({ db, ours }: TestServer) {
  await emptyTables(db, ["channel_tests"]);
  await sql`delete from channels where org_id = ${ours.org} and id <> ${ours.channel}`.execute(db);
  return {};
}

/** Forgets tests and invitations that earlier requests have sent: an organization may send only some. */
export async function noTests({ db }: TestServer) {
  await emptyTables(db, ["channel_tests"]);
  return {};
}

async function newChannel(system: TestServer) {
  await noChannels(system);
  made += 1;
  return { channel: await addChannel(system.db, system.ours.org, `Made ${made}`) };
}
