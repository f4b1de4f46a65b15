import { sql } from "kysely";
import { expect, test } from "vitest";
import { testDatabase } from "../../test/database.ts";
import { alertmanagerRequest } from "./kinds/alertmanager.ts";
import { emailOf } from "./kinds/email.ts";
import { pagerDutyRequest } from "./kinds/pagerduty.ts";
import { newWebhookSecret, webhookRequest } from "./kinds/webhook.ts";
import { readInstallation, type Installation } from "./installation-queries.ts";
import type { Message, MessageAlert } from "./message.ts";

const at = "2026-11-21T18:07:12.000Z";
const alert: MessageAlert = {
  type: "started",
  alert: 1,
  kind: "offline",
  severity: "urgent",
  title: "Offline",
  detail: "",
  since: at,
  ended: null,
  organization: "Harbor Air",
  site: null,
  stations: ["gc-00000000000a"],
  titles: ["Atlas 0012"],
  station_count: 1,
  owner: null,
  rule: "Station offline",
  url: "https://groundcrew.example/attention/1",
};
const message: Message = {
  id: "msg_1",
  type: "started",
  time: at,
  severity: "urgent",
  title: "Urgent: Offline (Atlas 0012)",
  lines: [],
  foot: "",
  open_url: alert.url,
  acknowledge_url: null,
  alerts: [alert],
  more: 0,
};

/** What receivers recognize an alert by. */
function keysOf(installation: Installation, origin = "https://groundcrew.example") {
  const read = (request: { body: string | Uint8Array }) => JSON.parse(String(request.body));
  const source = { product: "Groundcrew", origin, installation };
  const hook = webhookRequest(message, [newWebhookSecret()], { now: 0, installation: installation.id });
  return {
    pagerDuty: read(pagerDutyRequest(message, "k".repeat(32), source)).dedup_key,
    alertmanager: JSON.stringify(read(alertmanagerRequest([alert], { ...source, token: null, now: 0 }))[0].labels),
    webhook: `${read(hook).data.installation} ${read(hook).data.alert}`,
    email: emailOf(message, { host: new URL(origin).hostname, installation, settings: null }).messageId,
  };
}

test("two installations have ids of their own, so that receivers tell their alerts with the same number apart", async () => {
  const [one, two] = [await testDatabase(), await testDatabase()];
  // Both are copies of one database; on its own each would have made its id.
  await sql`update installation set id = left(replace(gen_random_uuid()::text, '-', ''), 16)`.execute(two.db);
  const [first, second] = [await readInstallation(one.db), await readInstallation(two.db)];
  expect(first).toEqual({ id: expect.stringMatching(/^[0-9a-f]{16}$/), firstAlert: 1 });
  const [ours, theirs] = [keysOf(first), keysOf(second)];
  for (const [kind, key] of Object.entries(ours)) expect(theirs).not.toMatchObject({ [kind]: key });
});

test("a copy of the database at another address does not resolve the incidents of the original", () => {
  const installation = { id: "3f2a9c1d", firstAlert: 1 };
  expect(keysOf(installation).pagerDuty).not.toBe(keysOf(installation, "https://staging.example").pagerDuty);
});

test("receivers get the end of what began before installations had ids as the same alert", () => {
  const keys = keysOf({ id: "3f2a9c1d", firstAlert: 2 });
  expect(keys.pagerDuty).toBe("Groundcrew/alert/1");
  expect(keys.alertmanager).not.toContain("3f2a9c1d");
  expect(keys.email).toBe("<alert-1@groundcrew.example>");
});
