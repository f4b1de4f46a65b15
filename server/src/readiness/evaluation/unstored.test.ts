import type { StationReadiness } from "@groundcrew/shared/readiness";
import { expect, test } from "vitest";
import { historyChange } from "../../../../shared/test/readiness-history.ts";
import { testDatabase } from "../../../test/database.ts";
import { addOrganization, addStation } from "../../../test/stations.ts";
import { selectStored } from "./store-queries.ts";
import { Unstored } from "./unstored.ts";

const { db } = await testDatabase();
const org_id = await addOrganization(db, "Harbor Air");
const STATION = "gc-00000000000a";
await addStation(db, { name: STATION, org_id });

const result = (charged: number): Omit<StationReadiness, "due"> => ({
  readiness: {
    state: "ready",
    since: "2026-11-27T14:29:12.000Z",
    reasons: [],
    charged,
    slots: 8,
    next_charged_at: null,
    busy: null,
    not_checked: [],
  },
  holds: [],
  next: "none_charging",
  missing: 0,
  isKnown: true,
});

test("what is evaluated while something is stored is stored after that", async () => {
  const put = (charged: number) => unstored.put(STATION, { evaluated: result(charged), org_id, link: true });
  let given = 0;
  const unstored = new Unstored({
    db,
    server: "test",
    async onReadinessChanges() {
      given += 1;
      put(3);
    },
  });
  put(2);
  unstored.addChange(historyChange(Date.parse("2026-11-27T14:29:12.000Z"), "ready", { station: STATION, org_id }));
  await unstored.store();
  const stored = (await selectStored(db, [STATION])).get(STATION);
  expect([stored?.evaluated.readiness.charged, given]).toEqual([3, 1]);
});
