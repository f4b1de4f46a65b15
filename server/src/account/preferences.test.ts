import { usualPreferences } from "@groundcrew/shared/sessions";
import { beforeEach, expect, test } from "vitest";
import { accountsRig, type Who } from "../../test/accounts-rig.ts";
import { emptyTables } from "../../test/database.ts";

const { db, orgs, addUser, as, call, lastAudit } = await accountsRig({ hasTwoServers: true });
const USER = "user@harbor.example";

beforeEach(async () => {
  await emptyTables(db, ["users"]);
  await addUser(USER, orgs.harbor);
  await addUser("other@harbor.example", orgs.harbor);
});

const prefer = (who: Who, payload: object) => call(who, "PATCH /account/preferences", { payload });
const preferred = async (who: Who) => (await call(who, "GET /sessions/current")).json().user.preferences;

test("what a person chooses is known in all of their sessions at once, and in nobody else's", async () => {
  const [here, elsewhere, other] = [await as(USER), await as(USER), await as("other@harbor.example")];
  expect(await preferred(elsewhere)).toEqual(usualPreferences);
  expect((await prefer(here, { units: "celsius" })).json()).toEqual({ ...usualPreferences, units: "celsius" });
  await prefer(here, { time_zone: "utc", theme: "dark" });
  const chosen = { time_zone: "utc", units: "celsius", theme: "dark" };
  expect(await preferred(here)).toEqual(chosen);
  expect(await preferred(elsewhere)).toEqual(chosen);
  expect((await call(elsewhere, "GET /account")).json().preferences).toEqual(chosen);
  expect(await preferred(other)).toEqual(usualPreferences);
});

test("a change is in the audit log, and choosing the same again is not", async () => {
  const who = await as(USER);
  await prefer(who, { units: "celsius" });
  const entry = await lastAudit();
  expect(entry).toMatchObject({
    action: "changePreferences",
    target: `user ${USER}`,
    before: { units: "fahrenheit" },
    after: { units: "celsius" },
  });
  await prefer(who, { units: "celsius" });
  expect(await lastAudit()).toEqual(entry);
});

test.each([{ units: "kelvin" }, { time_zone: "Europe/Oslo" }, { theme: null }, { zone: "utc" }])(
  "%j is refused",
  async (payload) => {
    expect((await prefer(await as(USER), payload)).statusCode).toBe(422);
  },
);
