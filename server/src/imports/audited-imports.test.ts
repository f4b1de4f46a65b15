import { toCsv } from "@groundcrew/shared/lib";
import { expect, test } from "vitest";
import { importRig, SSOT, TITLES } from "../../test/import-rig.ts";

const { addFleet, apply, check, db, orgs, undo } = await importRig();

test("the audit log has an entry of each station, as of a save by hand, so that managers see those of theirs", async () => {
  const [station] = await addFleet(1);
  if (!station) throw new Error("There is no station.");
  const columns = ["name", "description", "organization_name", "serial_number", "version_api"];
  const rows = [
    [station.name, "By the pier", "Northfield Agri", station.serial_number, ""],
    ["gc-0000000f0002", "", "Harbor Air", "Atlas 90002", "4.2"],
  ];
  const entriesSince = (action: "applyImport" | "undoImport", target: string) =>
    db
      .selectFrom("audit_entries as e")
      .innerJoin("audit_entries as file", "file.request_id", "e.request_id")
      .select(["e.action", "e.target", "e.org_id", "e.before", "e.after"])
      .where("file.action", "=", action)
      .where("file.target", "=", target)
      .where("e.target", "like", "station %")
      .orderBy("e.target")
      .orderBy("e.id")
      .execute();
  const { id } = await check("stations", toCsv(columns, rows), columns);
  await apply(id);
  expect(await entriesSince("applyImport", `import ${id}`)).toMatchObject([
    {
      action: "editStation",
      target: `station ${station.name}`,
      org_id: orgs.harbor,
      before: { description: "", org_id: orgs.harbor },
      after: null,
    },
    {
      action: "editStation",
      target: `station ${station.name}`,
      org_id: orgs.field,
      before: null,
      after: { description: "By the pier", org_id: orgs.field },
    },
    {
      action: "createStation",
      target: "station gc-0000000f0002",
      org_id: orgs.harbor,
      before: null,
      after: { serial_number: "Atlas 90002", org_id: orgs.harbor },
    },
  ]);
  const entry = await check("ssot", toCsv(TITLES, [[station.serial_number, "6.4", ""]]), SSOT);
  await apply(entry.id);
  await undo(entry.id);
  const saved = { action: "saveSsotEntry", target: `station ${station.name}`, org_id: orgs.field };
  expect(await entriesSince("undoImport", `import ${entry.id}`)).toEqual([
    { ...saved, before: { production_run_version: "6.4" }, after: { production_run_version: null } },
  ]);
});
