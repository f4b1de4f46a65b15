import {
  changeQuietHours,
  getDelivery,
  getMyNotifications,
  listDeliveries,
  listGivenUp,
  listMyDevices,
  removeMyDevice,
  subscribeToRule,
  subscribeToTopic,
  testMyDevice,
  type Delivery,
  type DeliveryResult,
  type GivenUp,
  type Device,
  type MyNotifications,
  type QuietHours,
} from "@groundcrew/shared/notifications";
import type { FakeServer } from "./fake-server.ts";

const time = new Date(Date.now() - 300_000).toISOString();

/** A message that was delivered to a channel, with differences. */
export function sampleDelivery(differences: Partial<Delivery> = {}): Delivery {
  return {
    id: 1,
    time,
    type: "started",
    alert: 4812,
    title: "Site outage: Reno",
    path: "/attention/4812",
    rule_id: 1,
    rule: "Station offline",
    channel_id: 1,
    channel: "#ground-ops",
    person: null,
    device: null,
    result: "delivered",
    why: "HTTP 202.",
    tries: 1,
    next: null,
    sent: time,
    message: "msg_1",
    together: 4,
    ...differences,
  };
}

/** Serves the log of deliveries, and other work that was given up. */
export function serveDeliveries(
  server: FakeServer,
  deliveries: readonly Delivery[],
  givenUp: readonly GivenUp[] = [],
): void {
  server.on(listGivenUp, async () => ({ status: 200 as const, body: [...givenUp] }));
  const count = (result: DeliveryResult) => deliveries.filter((one) => one.result === result).length;
  server.on(listDeliveries, async ({ query }) => ({
    status: 200 as const,
    body: {
      deliveries: deliveries
        .filter(({ result }) => query.result === undefined || result === query.result)
        .filter(({ title, why }) => `${title} ${why}`.toLowerCase().includes((query.q ?? "").toLowerCase())),
      next: null,
      counts: {
        all: deliveries.length,
        delivered: count("delivered"),
        retrying: count("retrying"),
        held: count("held"),
        not_sent: count("not_sent"),
        failed: count("failed"),
      },
    },
  }));
  server.on(getDelivery, async ({ params }) => ({
    status: 200 as const,
    body: {
      delivery: deliveries.find(({ id }) => id === params.delivery) ?? sampleDelivery(),
      attempts: [{ at: time, status: 202, ms: 340, why: "", answer: "accepted" }],
      text: "Urgent: Site outage at Reno",
    },
  }));
}

const neither = { email: false, push: false };

/** Serves how the user is notified, and changes it as the calls say. */
export function serveMine(server: FakeServer, devices: readonly Device[] = []) {
  let mine: MyNotifications = {
    rules: [
      { rule: 1, name: "Station offline", severity: "urgent", scope: "All stations", enabled: true, ...neither },
      { rule: 2, name: "Too hot inside", severity: "warning", scope: "Type Atlas", enabled: false, ...neither },
    ],
    topics: { assigned: neither, maintenance_ending: neither, availability: neither },
    quiet: null,
    push_key: "BNxR",
  };
  const known = new Map(devices.map((device) => [device.id, device]));
  server.on(getMyNotifications, async () => ({ status: 200 as const, body: mine }));
  server.on(subscribeToRule, async ({ params, body }) => {
    mine = { ...mine, rules: mine.rules.map((rule) => (rule.rule === params.rule ? { ...rule, ...body } : rule)) };
    return { status: 200 as const, body };
  });
  server.on(subscribeToTopic, async ({ params, body }) => {
    mine = { ...mine, topics: { ...mine.topics, [params.topic]: body } };
    return { status: 200 as const, body };
  });
  server.on(changeQuietHours, async ({ body }) => {
    mine = { ...mine, quiet: body.quiet };
    return { status: 200 as const, body };
  });
  server.on(listMyDevices, async () => ({ status: 200 as const, body: [...known.values()] }));
  server.on(removeMyDevice, async ({ params }) => {
    known.delete(params.device);
    return { status: 204 as const, body: null };
  });
  server.on(testMyDevice, async () => ({
    status: 200 as const,
    body: { result: "delivered" as const, status: 201, ms: 90, answer: "", why: "" },
  }));
  return { mine: () => mine, setQuiet: (quiet: QuietHours | null) => void (mine = { ...mine, quiet }) };
}
