import { z } from "zod";
import { endpoint } from "../contract/index.ts";
import { numberInQuery, orgIdInQuery, timestamp } from "../lib/index.ts";
import { channel, channelEdit, channelId, channelTest, newChannel } from "./channel.ts";

const channelParams = z.object({ channel: numberInQuery.pipe(channelId) });
const revInQuery = z.coerce.number("Give a whole number.").pipe(z.int("Give a whole number."));

export const listChannels = endpoint({
  name: "listChannels",
  summary:
    "The channels of an organization, or of all that the caller may see, ordered by organization and name; at most 1000.",
  method: "GET",
  path: "/api/channels",
  access: "user",
  keyScope: null,
  topics: ["channels"],
  query: z.strictObject({ org_id: orgIdInQuery.optional() }),
  refusals: [404],
  replies: { 200: z.array(channel) },
});

/** A channel with the secret that was made for it, which cannot be read again; null when there is none, or the caller chose it. */
const madeChannel = z.object({ channel, secret: z.string().nullable() });

export const createChannel = endpoint({
  name: "createChannel",
  summary:
    "Creates a channel. The reply has its secret this once, if the server made one. At most 20 an organization; above that a 409, as for a name that another channel of the organization has. 429 after 30 web addresses a minute.",
  method: "POST",
  path: "/api/channels",
  access: "manager",
  keyScope: null,
  topics: ["channels"],
  idempotencyKey: true,
  body: newChannel,
  refusals: [404, 409],
  replies: { 201: madeChannel },
});

export const changeChannel = endpoint({
  name: "changeChannel",
  summary:
    "Changes the name, address or secret of a channel. A field that is null stays as it is; the secret of an `alertmanager` channel has to be entered again with a new address. A new address or secret resumes a channel that has paused itself. 429 after 30 web addresses a minute. 412 when someone else has changed it since the caller's `rev`.",
  method: "PUT",
  path: "/api/channels/:channel",
  access: "manager",
  keyScope: null,
  topics: ["channels"],
  params: channelParams,
  body: channelEdit,
  refusals: [409, 412],
  replies: { 200: channel },
});

export const deleteChannel = endpoint({
  name: "deleteChannel",
  summary:
    "Deletes a channel. 409 while a rule uses it, 412 when someone else has changed it since the caller's `rev`. Its deliveries stay in the log.",
  method: "DELETE",
  path: "/api/channels/:channel",
  access: "manager",
  keyScope: null,
  topics: ["channels"],
  params: channelParams,
  query: z.strictObject({ rev: revInQuery }),
  refusals: [409, 412],
  replies: { 204: z.null() },
});

export const pauseChannel = endpoint({
  name: "pauseChannel",
  summary:
    "Pauses a channel until a time, at most 30 days ahead, or resumes it if that is null. What is to be sent meanwhile waits until then. 412 when someone else has changed it since the caller's `rev`.",
  method: "PUT",
  path: "/api/channels/:channel/pause",
  access: "manager",
  keyScope: null,
  topics: ["channels"],
  params: channelParams,
  body: z.strictObject({ rev: z.int(), until: timestamp.nullable() }),
  refusals: [412],
  replies: { 200: channel },
});

export const renewChannelSecret = endpoint({
  name: "renewChannelSecret",
  summary:
    "Makes a new secret for a `webhook` or `alertmanager_in` channel and returns it this once. The previous one stays valid for 24 hours. 409 for other kinds, 412 when someone else has changed the channel since the caller's `rev`.",
  method: "POST",
  path: "/api/channels/:channel/secret",
  access: "manager",
  keyScope: null,
  topics: ["channels"],
  idempotencyKey: true,
  params: channelParams,
  body: z.strictObject({ rev: z.int() }),
  refusals: [409, 412],
  replies: { 200: z.object({ channel, secret: z.string() }) },
});

export const testChannel = endpoint({
  name: "testChannel",
  summary:
    "Sends a message marked as a test and returns the result. An organization may send 6 a minute, and 30 by email an hour; above that a 429. 409 for a channel that receives.",
  method: "POST",
  path: "/api/channels/:channel/test",
  access: "manager",
  keyScope: null,
  topics: ["channels"],
  params: channelParams,
  body: z.strictObject({}),
  answersWithinMs: 20_000,
  refusals: [409],
  replies: { 200: channelTest },
});

export const testNewChannel = endpoint({
  name: "testNewChannel",
  summary: "The same for a channel that has not been created, from its fields. Nothing is stored.",
  method: "POST",
  path: "/api/channels/test",
  access: "manager",
  keyScope: null,
  body: newChannel,
  answersWithinMs: 20_000,
  refusals: [404, 409],
  replies: { 200: channelTest },
});
