import { expect, test } from "vitest";
import { FIELD } from "../../test/calls-rig.ts";
import { groupRig, reported } from "../../test/group-rig.ts";
import { groupPages } from "./write-groups-csv.ts";

const { db, report } = await groupRig();
const at = (message: string) => reported(message, { station_name: FIELD });

test("a CSV file has a group that moves to the front while it is written", async () => {
  for (const word of ["first", "second", "third"]) await report(at(`Moving ${word}`));
  const query = { tab: "open", sort: "open", own: "all", include_all: true, userId: 1 } as const;
  const written: string[] = [];
  for await (const groups of groupPages(db, query, { now: Date.now(), rowsAtOnce: 1 })) {
    if (written.length === 0) await report(at("Moving third"));
    written.push(...groups.map(({ title }) => title));
  }
  expect(written).toEqual(["Moving first", "Moving second", "Moving third"]);
});
