import { expect, test } from "vitest";
import { NOT_ADMINS, triageRig, type Who } from "../../test/triage-rig.ts";

const { db, call } = await triageRig();
const TAGS = "/supportlog/tags";

function post(body: unknown, who: Who = "admin") {
  return call(who, TAGS, { method: "POST", body });
}

/** Creates a tag that must be accepted, and returns its id. */
async function create(name: string, more: object = {}): Promise<number> {
  const reply = await post({ name, ...more });
  expect(reply.statusCode).toBe(201);
  return reply.json().id;
}

async function listed(name: string) {
  const tags: { name: string }[] = (await call("admin", TAGS)).json();
  return tags.find((tag) => tag.name === name);
}

// @spec 282.2
test("a new tag is returned as stored", async () => {
  const reply = await post({ name: " belt ", alert_target: null, alias_for_id: null });
  expect(reply.statusCode).toBe(201);
  expect(reply.json()).toEqual({
    id: expect.any(Number),
    name: "belt",
    color: "secondary",
    alerting: false,
    canonical_id: null,
    aliases: [],
    alert_target: null,
  });
  expect(await listed("belt")).toEqual(reply.json());
});

// @spec 122.5
test.each([
  ["mail", "Ops@Groundcrew.example", "ops@groundcrew.example"],
  ["hook", "https://hooks.example/T1?key=2", "https://hooks.example/T1?key=2"],
])("a tag with a target alerts it: %s", async (name, alert_target, stored) => {
  const reply = await post({ name, alert_target });
  expect(reply.json()).toMatchObject({ alerting: true, color: "danger", alert_target: stored });
});

test.each([
  "http://127.0.0.1:9400/metrics",
  "http://localhost/hook",
  "https://10.0.0.5/hook",
  "http://169.254.169.254/latest",
  "http://[::1]/",
  "http://2130706433/",
])("a tag cannot alert %s, which is not on the internet", async (alert_target) => {
  const reply = await post({ name: "inside", alert_target });
  expect(reply.statusCode).toBe(422);
  const message = `${new URL(alert_target).host} is not on the internet, so nothing is sent there.`;
  expect(reply.json().detail).toEqual([{ field: "alert_target", message }]);
  expect(await listed("inside")).toBeUndefined();
});

// @spec 158.1, 282.2
test("creating an alias returns no body, and the alias is listed with its tag", async () => {
  const id = await create("gripper");
  const reply = await post({ name: "claw", alias_for_id: id });
  expect([reply.statusCode, reply.body]).toEqual([204, ""]);
  await post({ name: "Arm", alias_for_id: id });
  expect(await listed("gripper")).toMatchObject({ aliases: ["Arm", "claw"] });
  expect(await listed("claw")).toMatchObject({ canonical_id: id, aliases: [], alerting: false });
});

test("an alias of an alias refers to the tag itself", async () => {
  const id = await create("roof");
  await post({ name: "lid", alias_for_id: id });
  const lid = await db.selectFrom("support_log_tags").select("id").where("name", "=", "lid").executeTakeFirstOrThrow();
  expect((await post({ name: "cover", alias_for_id: lid.id })).statusCode).toBe(204);
  expect(await listed("cover")).toMatchObject({ canonical_id: id });
});

test("a tag cannot become an alias of itself or of its own alias", async () => {
  const id = await create("door");
  await post({ name: "gate", alias_for_id: id });
  const gate = await db
    .selectFrom("support_log_tags")
    .select("id")
    .where("name", "=", "gate")
    .executeTakeFirstOrThrow();
  expect((await post({ name: "door", alias_for_id: id })).statusCode).toBe(409);
  expect((await post({ name: "door", alias_for_id: gate.id })).statusCode).toBe(409);
  expect((await post({ name: "gate", alias_for_id: gate.id })).statusCode).toBe(409);
  await expect(
    db.updateTable("support_log_tags").set({ canonical_id: id }).where("id", "=", id).execute(),
  ).rejects.toThrow(/check constraint/);
});

test.each(["pad", "PAD", "Pad"])("the name %s is taken once there is a pad", async (name) => {
  await post({ name: "pad" });
  const reply = await post({ name });
  expect(reply.statusCode).toBe(409);
  expect(reply.json().detail).toBe(`A tag called ${name} already exists.`);
});

test("of tags created at once with one name, only one is stored", async () => {
  const replies = await Promise.all(["once", "ONCE", "Once", "oNCE"].map((name) => post({ name })));
  const statuses = replies.map(({ statusCode }) => statusCode);
  expect(statuses.toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409]);
});

test("an alias of a tag that does not exist is refused", async () => {
  expect((await post({ name: "nothing", alias_for_id: 2_000_000_000 })).statusCode).toBe(404);
  expect(await listed("nothing")).toBeUndefined();
});

// @spec 282.1
test("tags are listed by name, ignoring case", async () => {
  await create("zebra");
  await create("Alpha");
  await create("beta");
  const names: string[] = (await call("admin", TAGS)).json().map(({ name }: { name: string }) => name);
  expect(names.indexOf("Alpha")).toBeLessThan(names.indexOf("beta"));
  expect(names.indexOf("beta")).toBeLessThan(names.indexOf("zebra"));
});

test.each(NOT_ADMINS)("%s may not create tags", async (who, status) => {
  expect((await post({ name: "mine" }, who)).statusCode).toBe(status);
  expect(await listed("mine")).toBeUndefined();
});

test.each<[string, unknown]>([
  ["nothing", undefined],
  ["no name", {}],
  ["a blank name", { name: "  " }],
  ["two words", { name: "two words" }],
  ["a comma", { name: "a,b" }],
  ["a line break", { name: "a\nb" }],
  ["a blank of another kind", { name: "a\u00a0b" }],
  ["a name that cannot be stored", { name: "a\0b" }],
  ["half a character", { name: "\ud800" }],
  ["a long name", { name: "x".repeat(51) }],
  ["a target that is neither", { name: "x", alert_target: "javascript:alert(1)" }],
  ["a target over ftp", { name: "x", alert_target: "ftp://hooks.example" }],
  ["a target for an alias", { name: "x", alert_target: "ops@groundcrew.example", alias_for_id: 1 }],
  ["text for an id", { name: "x", alias_for_id: "1" }],
  ["a huge id", { name: "x", alias_for_id: 1e300 }],
  ["an id no tag can have", { name: "x", alias_for_id: 9_007_199_254_740_991 }],
  ["an unknown field", { name: "x", alerting: true }],
])("%s is refused with a sentence", async (_, body) => {
  const reply = await post(body);
  expect([404, 422]).toContain(reply.statusCode);
  expect(JSON.stringify(reply.json().detail)).toMatch(/\S \S/);
});

test("tags in any script are returned unchanged", async () => {
  await create("屋根");
  expect(await listed("屋根")).toBeDefined();
});
