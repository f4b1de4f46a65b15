import { sql } from "kysely";
import { expect, test } from "vitest";
import { formingRig, ORIGIN, STATION } from "../../test/forming-rig.ts";
import { addStation } from "../../test/stations.ts";
import { emailOf } from "../channels/index.ts";
import { expireOwnerships } from "./notify-people.ts";

const { db, form, messages, rig } = await formingRig();

test("a message about assignments that have expired says so, and names and links each alert and its station", async () => {
  const other = "gc-00000000000b";
  await addStation(db, { name: other, org_id: rig.orgs.harbor, serial_number: "F-015", description: "Roof 15" });
  const title = "104°F inside, limit 100°F";
  const alerts = [
    await rig.addAlert([], { station_name: STATION, title }),
    await rig.addAlert([], { station_name: other, title }),
    await rig.addAlert([], { title: "Groundcrew is not receiving data" }),
  ];
  const [owner, assigner] = [await rig.addPerson({ name: "Priya Nair" }), await rig.addPerson({ name: "Lee Tran" })];
  for (const alert of alerts) {
    await sql`
      insert into ownerships (kind, subject, owner_id, by_id, by_name, assigned_at, until, rev)
      values ('alert', ${`${alert}-${rig.orgs.harbor}`}, ${owner}, ${assigner}, 'Lee Tran', now(), now(), nextval('ownership_revisions'))`.execute(
      db,
    );
  }
  await expireOwnerships(db, Date.now() + 1_000);
  await form();
  const [toOwner, toAssigner] = await messages();
  const because = "because nothing was done for 24 hours. It has no owner now.";
  const lines = (whose: string) =>
    [`${title} (Atlas 0012)`, `${title} (Roof 15, F-015)`, "Groundcrew is not receiving data"].map(
      (about, index) =>
        `No longer assigned: ${about}: It is no longer assigned to ${whose}, ${because} ${ORIGIN}/attention/${alerts[index]}`,
    );
  for (const [message, whose] of [
    [toOwner, "you"],
    [toAssigner, "Priya Nair"],
  ] as const) {
    expect(message?.content.title).toBe("3 things are no longer assigned");
    expect(message?.content.lines[0]?.split("\n")).toEqual(lines(whose));
    expect(message?.content.open_url).toBe(`${ORIGIN}/attention`);
  }
  if (!toOwner) return;
  const installation = { id: "3f2a9c1d", firstAlert: 1 };
  const { html, subject } = emailOf({ id: "msg_1", ...toOwner.content }, { host: "x", installation, settings: null });
  expect(subject).toBe("3 things are no longer assigned");
  for (const alert of alerts) expect(html).toContain(`<a href="${ORIGIN}/attention/${alert}" `);
});
