import {
  changeAlertOwner,
  changeAlertRule,
  createAlertRule,
  createUsualRules,
  deleteAlertRule,
  getAlert,
  getAlertRule,
  listAlertPeople,
  listAlertRules,
  listAlerts,
  listUncoveredStations,
  muteAlert,
  previewAlertRule,
  summarizeAlerts,
  switchAlertRule,
  unmuteAlert,
  usualRules,
  type Alert,
  type AlertCounts,
  type AlertRule,
} from "@groundcrew/shared/alerts";
import { listDeliveries } from "@groundcrew/shared/notifications";
import { sampleRule } from "../../shared/test/sample-alert.ts";
import { ownedBy } from "./fake-ownership.ts";
import { Rejection, type FakeServer } from "./fake-server.ts";

const people = [
  { id: 1, name: "Kari Nilsen", email: "admin@groundcrew.example", open: 1, can_admin: true },
  { id: 2, name: "Lee Tran", email: "lee@groundcrew.example", open: 4, can_admin: false },
];

function countsOf(alerts: readonly Alert[]): AlertCounts {
  const count = (passes: (alert: Alert) => boolean) => alerts.filter(passes).length;
  return {
    all: count(({ ended }) => ended === null),
    unassigned: count(({ section, owner }) => section === "open" && owner === null),
    assigned: count(({ section, owner }) => section === "open" && owner !== null),
    acknowledged: count(({ section }) => section === "acknowledged"),
    muted: count(({ section }) => section === "muted"),
    mine: count(({ owner }) => owner?.owner_id === 1),
    ended_today: 6,
    maintenance: 3,
  };
}

/** Serves alerts, and changes them as the calls say. The person who acts has the id 1. */
export function serveAlerts(server: FakeServer, initial: readonly Alert[] = []) {
  const known = new Map(initial.map((alert) => [alert.id, alert]));
  const all = () => [...known.values()];
  const find = (id: number): Alert => {
    const alert = known.get(id);
    if (!alert) throw new Rejection(404, "There is no such alert.");
    return alert;
  };
  const change = (id: number, changed: Partial<Alert>): Alert => {
    const next = { ...find(id), ...changed };
    known.set(id, { ...next, rev: next.rev + 1 });
    return next;
  };

  server.on(listAlerts, async ({ query }) => {
    const isEnded = query.section === "ended";
    const found = all()
      .filter(({ ended }) => (ended !== null) === isEnded)
      .filter(({ owner }) => query.own !== "unassigned" || owner === null)
      .filter(({ owner }) => query.own !== "mine" || owner?.owner_id === 1)
      .filter(({ kind }) => query.kind === undefined || kind === query.kind)
      .filter(({ title }) => title.toLowerCase().includes((query.q ?? "").toLowerCase()));
    if (query.sort === "oldest") found.sort((a, b) => Date.parse(a.since) - Date.parse(b.since));
    return { status: 200 as const, body: { alerts: found, next: null, counts: countsOf(all()) } };
  });
  server.on(summarizeAlerts, async () => ({
    status: 200 as const,
    body: { counts: countsOf(all()), stations: 250, watched: 248, rules: 11, last_ended: "2026-11-21T09:38:00.000Z" },
  }));
  server.on(getAlert, async ({ params }) => ({
    status: 200 as const,
    body: {
      ...find(params.alert),
      stations_of: [5, 12].map((number) => ({
        station: `gc-${String(number).padStart(12, "0")}`,
        title: `Atlas ${String(number).padStart(4, "0")}`,
        serial_number: `Atlas ${number}`,
        location: "Reno, Hub roof",
        online: false,
        since: "2026-11-21T10:07:12.000Z",
        also: number === 12 ? ["swaps stalled", "camera missing"] : [],
      })),
      why: "All 4 stations of this site went silent between 10:07:12 and 10:07:51.",
      rules: [{ id: 1, name: "Station offline", organization: "Groundcrew" }],
      history: [{ at: "2026-11-21T10:07:12.000Z", what: "started" }],
    },
  }));
  serveActs(server, change);
  server.on(listAlertPeople, async () => ({ status: 200 as const, body: people }));
  serveRules(server, []);
  serveNoDeliveries(server);
  return known;
}

type Change = (id: number, changed: Partial<Alert>) => Alert;

function serveActs(server: FakeServer, change: Change): void {
  server.on(muteAlert, async ({ params, body }) => ({
    status: 200 as const,
    body: change(params.alert, {
      section: "muted",
      muted: { until: body.until, by: "Kari Nilsen", why: body.why },
    }),
  }));
  server.on(unmuteAlert, async ({ params }) => ({
    status: 200 as const,
    body: change(params.alert, { section: "open", muted: null }),
  }));
  server.on(changeAlertOwner, async ({ params, body: { act, owner_id } }) => {
    const owner =
      act === "release" ? null : act === "assign" ? ownedBy(owner_id ?? 0, { acknowledged_at: null }) : ownedBy(1);
    const isAcknowledged = owner !== null && owner.acknowledged_at !== null;
    change(params.alert, { owner, section: isAcknowledged ? "acknowledged" : "open" });
    return { status: 200 as const, body: { ownership: owner } };
  });
}

function serveNoDeliveries(server: FakeServer): void {
  server.on(listDeliveries, async () => ({
    status: 200 as const,
    body: {
      deliveries: [],
      next: null,
      counts: { all: 0, delivered: 0, retrying: 0, held: 0, not_sent: 0, failed: 0 },
    },
  }));
}

/** Serves rules, and changes them as the calls say. */
export function serveRules(server: FakeServer, initial: readonly AlertRule[]) {
  const known = new Map(initial.map((rule) => [rule.id, rule]));
  const put = (rule: AlertRule): AlertRule => {
    known.set(rule.id, rule);
    return rule;
  };
  const find = (id: number): AlertRule => {
    const rule = known.get(id);
    if (!rule) throw new Rejection(404, "There is no such rule.");
    return rule;
  };
  server.on(listAlertRules, async ({ query }) => {
    const rules = [...known.values()].filter(({ name }) => name.toLowerCase().includes((query.q ?? "").toLowerCase()));
    return { status: 200 as const, body: { rules, counts: { own: known.size, customers: 14 }, uncovered: 2 } };
  });
  // Before the call whose path would match theirs too.
  servePreview(server);
  server.on(listUncoveredStations, async () => ({
    status: 200 as const,
    body: {
      count: 2,
      stations: [
        { name: "gc-000000000031", description: "", serial_number: "Atlas 0031", organization: "Harbor Air" },
        { name: "gc-000000000032", description: "", serial_number: "Atlas 0032", organization: "Harbor Air" },
      ],
    },
  }));
  server.on(getAlertRule, async ({ params }) => ({ status: 200 as const, body: find(params.rule) }));
  server.on(switchAlertRule, async ({ params, body: { enabled, reason, rev } }) => {
    if (find(params.rule).rev !== rev) throw new Rejection(412, "Someone changed this rule.");
    const off = { off_reason: reason, off_by: "Kari Nilsen", off_since: "2026-11-12T08:00:00.000Z" };
    return { status: 200 as const, body: put({ ...find(params.rule), enabled, ...off }) };
  });
  server.on(createAlertRule, async ({ body }) => ({
    status: 201 as const,
    body: put({ ...sampleRule(), ...body, id: 100, org_id: 1 }),
  }));
  server.on(createUsualRules, async () => ({
    status: 201 as const,
    body: usualRules().map((rule, index) => put({ ...sampleRule(), ...rule, id: index + 1 })),
  }));
  server.on(changeAlertRule, async ({ params, body: { rev, ...body } }) => {
    if (find(params.rule).rev !== rev) throw new Rejection(412, "Lee Tran changed this rule.");
    return { status: 200 as const, body: put({ ...find(params.rule), ...body, rev: rev + 1 }) };
  });
  server.on(deleteAlertRule, async ({ params }) => {
    known.delete(params.rule);
    return { status: 204 as const, body: null };
  });
  return known;
}

function servePreview(server: FakeServer): void {
  server.on(previewAlertRule, async () => ({
    status: 200 as const,
    body: {
      replay: {
        alerts: 31,
        messages: 11,
        stations: 9,
        days: [1, 0, 2, 1, 1, 3, 3],
        hint: { minutes: 20, ended: 12, messages: 6 },
      },
      watched: 52,
      matching: 2,
      matches: [
        {
          station: "gc-000000000005",
          title: "Atlas 0005",
          location: "Reno, Hub roof",
          since: "2026-11-21T10:07:12.000Z",
        },
        { station: "gc-000000000006", title: "Atlas 0006", location: "", since: null },
      ],
      message: {
        title: "Urgent: Offline (Atlas 0005)",
        lines: ["Atlas 0005, Reno.", "Offline, since 10:07 PST (18:07 UTC)."],
        organization: "Groundcrew",
        is_example: false,
      },
    },
  }));
}
