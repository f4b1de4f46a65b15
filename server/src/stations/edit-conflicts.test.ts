import { expect, test } from "vitest";
import { fleetRig, HARBOR } from "../../test/fleet-rig.ts";

const { call, clock } = await fleetRig();

function edit(body: unknown) {
  return editFrom(undefined, body);
}

/** An edit by an admin who has seen the edit that `tag` identifies. */
function editFrom(tag: string | undefined, body: unknown) {
  const headers = tag === undefined ? {} : { "if-match": tag };
  return call("admin", `/stations/${HARBOR}`, { method: "PATCH", body, headers });
}

async function editTag(): Promise<string> {
  const { last_edit } = (await call("admin", `/stations/${HARBOR}`)).json();
  return `"${last_edit?.created ?? "none"}"`;
}

test("when two users edit the same version, the second is refused and informed who was first", async () => {
  await editFrom(undefined, { description: "As both loaded it" });
  const tag = await editTag();
  const [one, two] = await Promise.all([
    editFrom(tag, { description: "First" }),
    editFrom(tag, { serial_number: "Atlas 9001" }),
  ]);
  expect([one.statusCode, two.statusCode].toSorted((a, b) => a - b)).toEqual([200, 412]);
  const refused = one.statusCode === 412 ? one : two;
  const { last_edit } = (await call("admin", `/stations/${HARBOR}`)).json();
  expect(refused.json().detail).toBe(`This data is outdated: ${last_edit.author} saved changes. Load it again.`);
  expect(refused.headers["etag"]).toBe(`"${last_edit.created}"`);
  expect(await editTag()).not.toBe(tag);
});

test("a user who has loaded the other edit may continue from it", async () => {
  const reply = await editFrom(await editTag(), { description: "Second" });
  expect([reply.statusCode, reply.headers["etag"]]).toEqual([200, await editTag()]);
  expect((await editFrom("*", { description: "Any" })).statusCode).toBe(200);
});

test("an edit that changes nothing does not replace the last edit", async () => {
  await edit({ description: "Once" });
  const seen = await editTag();
  clock.now += 5_000;
  await edit({ description: "Once" });
  expect(await editTag()).toBe(seen);
});

test("an edit without a precondition is not checked for conflicts", async () => {
  const seen = await editTag();
  await edit({ description: "By a program" });
  const refused = await editFrom(seen, { description: "By someone who has not seen it" });
  expect(refused.statusCode).toBe(412);
  expect((await edit({ description: "By a program again" })).statusCode).toBe(200);
});

test("only admins see who edited a station last", async () => {
  await edit({ description: "Seen by all" });
  expect((await call("admin", `/stations/${HARBOR}`)).json().last_edit.author).toEqual(expect.any(String));
  expect((await call("harbor user", `/stations/${HARBOR}`)).json()).not.toHaveProperty("last_edit");
});
