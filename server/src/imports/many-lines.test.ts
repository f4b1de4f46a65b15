import { expect, test } from "vitest";
import { sql } from "kysely";
import { csvImport } from "@groundcrew/shared/imports";
import { importRig } from "../../test/import-rig.ts";

const { apply, app, call, checkAgain, clock, db, orgs, undo, upload } = await importRig();
const LINES = 20_000;

test("a file of 20,000 lines is exported, and imported without a change; changed, it is applied and undone as a whole", async () => {
  await db.deleteFrom("stations").execute();
  await sql`
    insert into stations (name, serial_number, station_type, org_id)
    select 'gc-' || lpad(to_hex(n), 12, '0'), 'Atlas ' || lpad(n::text, 5, '0'), 'atlas', ${orgs.harbor}
    from generate_series(1, ${LINES}) n`.execute(db);
  await sql`
    insert into ssot_entries (station_name, created, author, entry)
    select name, '2026-01-01', 'Ann', json_build_object('production_run_version', '6.3', 'lte_modem', true,
      'notes', E'=1+1;"quoted"\n- the belt of ' || serial_number || repeat(' is worn', 20))
    from stations`.execute(db);
  const exported = await app.inject({ url: "/api/importable.csv?kind=ssot", headers: { cookie: "admin" } });
  const { id, titles, fields } = csvImport.parse((await upload("ssot", exported.body)).json());
  const columns = titles.map((title) => fields.find(({ label }) => label === title)?.name ?? null);
  const same = await checkAgain(id, { columns, clears: true });
  expect(same.reply.json().counts).toMatchObject({ unchanged: LINES });

  const changed = csvImport.parse((await upload("ssot", exported.body.replaceAll(",6.3,", ",6.4,"))).json());
  const different = await checkAgain(changed.id, { columns, clears: true });
  expect(different.reply.json().counts).toMatchObject({ changed: LINES });
  clock.now += 1_000;
  expect((await apply(changed.id)).json().counts).toMatchObject({ changed: LINES });
  expect((await undo(changed.id)).statusCode).toBe(200);
  const last = await call("admin", "/importable.csv?kind=ssot");
  expect(last.body).toBe(exported.body);
});
