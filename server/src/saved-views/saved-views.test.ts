import { SAVED_VIEWS_MAX, type SavedView } from "@groundcrew/shared/saved-views";
import { beforeEach, expect, test } from "vitest";
import { accountsRig, type Who } from "../../test/accounts-rig.ts";
import { emptyTables } from "../../test/database.ts";
import { savedViewRoutes } from "./index.ts";

const { db, app, orgs, addUser, as, call, lastAudit } = await accountsRig();
savedViewRoutes(app, { db });
await addUser("admin@groundcrew.example", orgs.provider, { can_admin: true });
await addUser("sam@harbor.example", orgs.harbor);
await addUser("lee@harbor.example", orgs.harbor);
await addUser("manager@harbor.example", orgs.harbor, { can_manage: true });
await addUser("user@skyline.example", orgs.skyline);
const [admin, sam, lee, manager, other] = [
  await as("admin@groundcrew.example"),
  await as("sam@harbor.example"),
  await as("lee@harbor.example"),
  await as("manager@harbor.example"),
  await as("user@skyline.example"),
];

const NIGHT = { name: "Night shift", settings: { "stations-sort": "swaps", "stations-q": "reno" }, shared: false };

beforeEach(async () => {
  await emptyTables(db, ["saved_views"]);
});

async function save(who: Who, differences: object = {}): Promise<SavedView> {
  const reply = await call(who, "POST /saved-views", { payload: { ...NIGHT, ...differences } });
  expect(reply.statusCode).toBe(201);
  return reply.json();
}

async function views(who: Who): Promise<SavedView[]> {
  return (await call(who, "GET /saved-views")).json();
}

function change(who: Who, { id, rev }: SavedView, differences: object = {}) {
  return call(who, `PUT /saved-views/${id}`, { payload: { ...NIGHT, rev, ...differences } });
}

async function setDefault(who: Who, view: number | null): Promise<number> {
  return (await call(who, "PUT /default-view", { payload: { view } })).statusCode;
}

async function defaultOf(who: Who): Promise<unknown> {
  return (await call(who, "GET /sessions/current")).json().user.default_view;
}

// @spec R7.1
test("a view is seen by its owner alone until it is shared with their organization, and never by others", async () => {
  const view = await save(sam);
  expect(view).toEqual({
    ...NIGHT,
    id: expect.any(Number),
    is_mine: true,
    by: "sam@harbor.example",
    changed_by: "sam@harbor.example",
    people: 0,
    rev: 1,
  });
  expect([await views(sam), await views(lee), await views(manager)]).toEqual([[view], [], []]);
  expect((await change(sam, view, { shared: true })).json()).toMatchObject({ shared: true, rev: 2, people: 2 });
  expect(await views(lee)).toMatchObject([{ id: view.id, is_mine: false, by: "sam@harbor.example", people: 2 }]);
  expect([await views(other), await views(admin)]).toEqual([[], []]);
});

test("views are listed by name: one's own, then those of others", async () => {
  await save(sam, { name: "b", shared: true });
  await save(sam, { name: "A", shared: true });
  await save(lee, { name: "c" });
  expect((await views(lee)).map(({ name }) => name)).toEqual(["c", "A", "b"]);
});

test("somebody else's view is changed by managers alone, and one that is not seen does not exist", async () => {
  const [own, shared] = [await save(sam), await save(sam, { name: "Shared", shared: true })];
  const outcomes = async (who: Who) => [
    (await change(who, own)).statusCode,
    (await call(who, `DELETE /saved-views/${own.id}`)).statusCode,
    await setDefault(who, own.id),
    await setDefault(who, shared.id),
    (await change(who, shared, { shared: true, name: "Shared" })).statusCode,
    (await call(who, `DELETE /saved-views/${shared.id}`)).statusCode,
  ];
  expect(await outcomes(other)).toEqual([404, 404, 404, 404, 404, 404]);
  expect(await outcomes(admin)).toEqual([404, 404, 404, 404, 404, 404]);
  expect(await outcomes(lee)).toEqual([404, 404, 404, 204, 403, 403]);
  expect(await outcomes(manager)).toEqual([404, 404, 404, 204, 200, 204]);
  expect(await views(sam)).toMatchObject([{ name: "Night shift", rev: 1 }]);
});

test("a change of a view that someone else has changed is refused, and says who has", async () => {
  const view = await save(sam, { shared: true });
  expect((await change(manager, view, { shared: true, settings: {} })).statusCode).toBe(200);
  expect((await change(sam, view, { shared: true })).statusCode).toBe(412);
  expect(await views(sam)).toMatchObject([{ settings: {}, rev: 2, changed_by: "manager@harbor.example" }]);
});

test("names of a person differ in more than their case", async () => {
  const first = await save(sam);
  const second = await save(sam, { name: "Day shift" });
  await save(lee);
  const again = await call(sam, "POST /saved-views", { payload: { ...NIGHT, name: "night SHIFT" } });
  expect([again.statusCode, again.json().detail]).toEqual([409, "There is a view with this name already."]);
  expect((await change(sam, second, { name: "Night Shift" })).statusCode).toBe(409);
  expect((await change(sam, first, { name: "NIGHT SHIFT" })).statusCode).toBe(200);
});

// @spec R7.1
test("a person has at most 50 views, however many are saved at once", async () => {
  const replies = await Promise.all(
    Array.from({ length: SAVED_VIEWS_MAX + 2 }, (_, nth) =>
      call(sam, "POST /saved-views", { payload: { ...NIGHT, name: `View ${nth}` } }),
    ),
  );
  expect(replies.filter(({ statusCode }) => statusCode === 201)).toHaveLength(50);
  expect(replies.filter(({ statusCode }) => statusCode === 409)).toHaveLength(2);
  expect((await save(lee)).rev).toBe(1);
});

test.each([
  ["name", " "],
  ["name", "x".repeat(61)],
  ["settings", null],
  ["settings", { "stations-q": "x".repeat(501) }],
  ["settings", Object.fromEntries(Array.from({ length: 31 }, (_, nth) => [`stations-${nth}`, "1"]))],
  ["shared", "yes"],
])("%s %j is refused", async (field, value) => {
  const payload = { ...NIGHT, [field]: value };
  expect((await call(sam, "POST /saved-views", { payload })).statusCode).toBe(422);
});

test("a view stores what the list has, and not the visible part of the map; one with a setting of before is listed", async () => {
  const settings = { "stations-q": "a", "stations-sort": "size", "stations-map": "1,2,3", other: "x" };
  expect((await save(sam, { settings })).settings).toEqual({ "stations-q": "a" });
  await db
    .updateTable("saved_views")
    .set({ settings: JSON.stringify({ "stations-gone": "1" }) })
    .execute();
  expect(await views(sam)).toMatchObject([{ settings: { "stations-gone": "1" } }]);
});

// @spec R7.4
test("each person has a default, which the session says until the view is deleted or no longer shared", async () => {
  const view = await save(sam, { shared: true });
  const own = await save(lee, { name: "Own" });
  for (const who of [sam, lee]) expect([await setDefault(who, view.id), await defaultOf(who)]).toEqual([204, view.id]);
  expect(await defaultOf(manager)).toBeNull();
  expect((await change(sam, view)).statusCode).toBe(200);
  expect([await defaultOf(sam), await defaultOf(lee)]).toEqual([view.id, null]);
  await setDefault(lee, own.id);
  await call(lee, `DELETE /saved-views/${own.id}`);
  expect(await defaultOf(lee)).toBeNull();
  expect([await setDefault(sam, null), await defaultOf(sam)]).toEqual([204, null]);
});

test("what happens to a shared view is in the audit log of its organization, with its name", async () => {
  const { settings } = NIGHT;
  const view = await save(sam, { shared: true });
  const common = { actor: "sam@harbor.example", target: `saved view ${view.id}`, org_id: orgs.harbor };
  expect(await lastAudit()).toMatchObject({ ...common, action: "createSavedView", after: { name: "Night shift" } });
  await change(sam, view, { name: "Day", settings: {}, shared: true });
  const changed = { before: { name: "Night shift", settings }, after: { name: "Day", settings: {} } };
  expect(await lastAudit()).toMatchObject({ ...common, action: "changeSavedView", ...changed });
  await setDefault(sam, view.id);
  const set = { before: { default_view: null }, after: { default_view: view.id } };
  expect(await lastAudit()).toMatchObject({ ...common, action: "setDefaultView", ...set });
  await call(sam, `DELETE /saved-views/${view.id}`);
  expect(await lastAudit()).toMatchObject({ ...common, action: "deleteSavedView", before: { name: "Day" } });
});

test("the audit log does not say what a view has that is not shared", async () => {
  const view = await save(sam);
  expect(await lastAudit()).toMatchObject({ action: "createSavedView", after: { shared: false } });
  expect((await lastAudit())?.after).toEqual({ shared: false });
  await change(sam, view, { shared: true });
  const { before, after } = (await lastAudit()) ?? {};
  expect([before, after]).toEqual([{ shared: false }, { ...NIGHT, shared: true }]);
  await change(sam, { ...view, rev: 2 });
  expect((await lastAudit())?.after).toEqual({ shared: false });
  await call(sam, `DELETE /saved-views/${view.id}`);
  expect((await lastAudit())?.before).toEqual({ shared: false });
});

test("what somebody shares stays when they are deleted, and managers change it; the rest is deleted with them", async () => {
  await addUser("gone@harbor.example", orgs.harbor);
  const gone = await as("gone@harbor.example");
  const [own, shared] = [await save(gone), await save(gone, { name: "Shared", shared: true })];
  await setDefault(gone, own.id);
  await setDefault(lee, shared.id);
  expect((await call(manager, "DELETE /users?email=gone@harbor.example")).statusCode).toBe(204);
  expect(await views(lee)).toMatchObject([{ name: "Shared", by: null, is_mine: false }]);
  expect(await db.selectFrom("saved_views").select("id").execute()).toEqual([{ id: shared.id }]);
  expect(await defaultOf(lee)).toBe(shared.id);
  expect((await change(manager, shared, { name: "Kept", shared: true })).statusCode).toBe(200);
  const [kept] = await views(manager);
  if (!kept) throw new Error("The view is gone.");
  expect((await change(manager, kept, { shared: false })).statusCode).toBe(409);
  expect(await views(lee)).toMatchObject([{ name: "Kept", shared: true }]);
  expect((await call(manager, `DELETE /saved-views/${kept.id}`)).statusCode).toBe(204);
});

test("a default that is set several times at once is one of them", async () => {
  const own = [await save(sam), await save(sam, { name: "Day" })];
  const outcomes = await Promise.all([...own, ...own, ...own].map(({ id }) => setDefault(sam, id)));
  expect(new Set(outcomes)).toEqual(new Set([204]));
  expect(own.map(({ id }) => id)).toContain(await defaultOf(sam));
});
