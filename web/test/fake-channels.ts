import {
  changeChannel,
  createChannel,
  deleteChannel,
  listChannels,
  pauseChannel,
  renewChannelSecret,
  testChannel,
  testNewChannel,
  type Channel,
  type ChannelTest,
} from "@groundcrew/shared/channels";
import { Rejection, type FakeServer } from "./fake-server.ts";

/** A chat that works, with differences. */
export function sampleChannel(differences: Partial<Channel> = {}): Channel {
  return {
    id: 1,
    org_id: 1,
    organization: "Groundcrew",
    kind: "slack",
    name: "#ground-ops",
    address: "hooks.slack.com/services/T02…",
    state: "working",
    reason: null,
    failing_since: null,
    failures: 0,
    waiting: 0,
    paused_until: null,
    paused_by: null,
    last_ok: new Date(Date.now() - 540_000).toISOString(),
    last_tested: null,
    last_test_failed: false,
    delivered: 214,
    rules: ["Station offline"],
    old_secret_until: null,
    created: "2026-05-01T00:00:00.000Z",
    made_by: "Kari Nilsen",
    edited: null,
    edited_by: null,
    rev: 1,
    ...differences,
  };
}

const delivered: ChannelTest = {
  result: "delivered",
  status: 202,
  ms: 340,
  answer: '{"status":"success"}',
  why: "",
};

export const MADE_SECRET = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD";

/** Serves channels, and changes them as the calls say. */
export function serveChannels(server: FakeServer, initial: readonly Channel[] = []) {
  const known = new Map(initial.map((channel) => [channel.id, channel]));
  const change = (id: number, changed: Partial<Channel>): Channel => {
    const channel = known.get(id);
    if (!channel) throw new Rejection(404, "There is no such channel.");
    const next = { ...channel, ...changed, rev: channel.rev + 1 };
    known.set(id, next);
    return next;
  };
  server.on(listChannels, async () => ({ status: 200 as const, body: [...known.values()] }));
  server.on(createChannel, async ({ body: { kind, name, address } }) => {
    const channel = sampleChannel({ id: known.size + 1, kind, name, address, state: "never_used", last_ok: null });
    known.set(channel.id, channel);
    return { status: 201 as const, body: { channel, secret: kind === "webhook" ? MADE_SECRET : null } };
  });
  server.on(changeChannel, async ({ params, body: { name, rev } }) => {
    if (known.get(params.channel)?.rev !== rev) throw new Rejection(412, "Lee Tran changed this channel.");
    return { status: 200 as const, body: change(params.channel, { name }) };
  });
  server.on(deleteChannel, async ({ params }) => {
    known.delete(params.channel);
    return { status: 204 as const, body: null };
  });
  server.on(pauseChannel, async ({ params, body: { until } }) => ({
    status: 200 as const,
    body: change(params.channel, {
      state: until === null ? "working" : "paused",
      paused_until: until,
      paused_by: "Kari Nilsen",
    }),
  }));
  server.on(renewChannelSecret, async ({ params }) => ({
    status: 200 as const,
    body: { channel: change(params.channel, {}), secret: MADE_SECRET },
  }));
  server.on(testChannel, async () => ({ status: 200 as const, body: delivered }));
  server.on(testNewChannel, async () => ({ status: 200 as const, body: delivered }));
  return known;
}
