import { HOUR_MS } from "@groundcrew/shared/lib";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { bulkRig } from "../../test/bulk-rig.ts";
import { report, reported } from "../../test/group-rig.ts";
import { inPieces } from "../platform/db/index.ts";
import { addRule } from "../../test/access/seed.ts";

const COUNT = 10_000;
const WORDS = ["Belt", "Lens", "Valve", "Fuse", "Gantry", "Hinge", "Motor"];
const { at, call, db, orgs, post } = await bulkRig();

/** Adds stations of the first customer, which have a state, a tag, open errors of 50 groups, and a condition that a rule looks at. */
async function addMany(): Promise<string[]> {
  const names = Array.from({ length: COUNT }, (_, nth) => `gc-1${String(nth).padStart(11, "0")}`);
  await sql`insert into stations (name, serial_number, station_type, created, org_id)
    select name, name, 'atlas', now(), ${orgs.harbor} from unnest(${names}::text[]) name`.execute(db);
  await sql`insert into station_states (station_name, linked) select name, true from unnest(${names}::text[]) name`.execute(
    db,
  );
  await sql`with tag as (insert into station_tags (org_id, name, meaning, note) values (${orgs.harbor}, 'roof', 'plain', '') returning id)
    insert into tagged_stations select name, tag.id from tag, unnest(${names}::text[]) name`.execute(db);
  const rule = await addRule(db, orgs.harbor, "Offline");
  await sql`insert into alert_conditions (rule_id, subject, since, due_at) select ${rule}, 'station:' || name, now(), now() from unnest(${names}::text[]) name`.execute(
    db,
  );
  const errors = names.map((station_name, nth) =>
    reported(`${WORDS[nth % 5]} ${WORDS[nth % 7]} failed`, { station_name }),
  );
  await inPieces(errors, (piece) => report(db, piece));
  return names;
}

// @spec R6.8
test("each act changes ten thousand stations, and is undone", async () => {
  const stations = await addMany();
  const entry = { content: "Recall of the belt", status: "record" };
  const acts: [string, object][] = [
    ["assign", { owner_id: 6 }],
    ["retire", {}],
    ["restore", {}],
    ["maintenance", { why: "Firmware 1.4.3", until: at(HOUR_MS) }],
    ["entries", { entry }],
    ["move", { org_id: orgs.field }],
  ];
  await sql`update users set can_admin = true where id = 6`.execute(db);
  for (const [path, body] of acts) {
    const begun = await post("admin", path, { stations, ...body });
    expect([path, begun.statusCode]).toEqual([path, 201]);
    expect(begun.json().counts).toMatchObject({ done: COUNT });
    if (!["assign", "move", "maintenance"].includes(path)) continue;
    const undone = await call("admin", `/bulk-acts/${begun.json().id}/undo`, { method: "POST" });
    expect(undone.json().counts).toMatchObject({ undone: COUNT });
  }
});
