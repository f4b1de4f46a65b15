import { endpoint } from "@groundcrew/shared/contract";
import { afterAll, expect, test } from "vitest";
import { z } from "zod";
import { accountsRig } from "./accounts-rig.ts";
import { answer, route } from "../src/platform/http/index.ts";
import { groundcrew, runHere } from "../../scripts/run-groundcrew.ts";

const { app, orgs, addUser, as, call } = await accountsRig();
const text = z.strictObject({ text: z.string() });
const declared = { summary: "Repeats.", access: "user", keyScope: "read_fleet", replies: { 200: text } } as const;
const read = endpoint({ ...declared, name: "read", method: "GET", path: "/api/test/texts", query: text });
const write = endpoint({ ...declared, name: "write", method: "POST", path: "/api/test/texts", body: text });
route(app, read, async ({ query }) => answer(200, query));
route(app, write, async ({ body }) => answer(200, body));
await addUser("manager@harbor.example", orgs.harbor, { can_manage: true });
const made = await call(await as("manager@harbor.example"), "POST /apikeys?description=reports&scopes=read_fleet");
const url = await app.listen({ host: "127.0.0.1", port: 0 });
afterAll(() => app.close());
const env = { GROUNDCREW_URL: url, GROUNDCREW_KEY: z.object({ key: z.string() }).parse(made.json()).key };

test("api prints the reply to a call with a key", async () => {
  expect(await runHere(["api", "GET", "/test/texts?text=a%20b"], env)).toEqual({
    code: 0,
    output: '{"text":"a b"}\n',
    errors: "",
  });
});

test("a body is an argument or the standard input", async () => {
  const body = JSON.stringify({ text: "über" });
  expect((await runHere(["api", "POST", "/test/texts", body], env)).output).toBe(`${body}\n`);
  expect((await groundcrew(["api", "POST", "/test/texts", "-"], env, { input: body })).output).toBe(`${body}\n`);
});

test.each([
  [["GET", "/test/texts"], {}, 1, "422: text: "],
  [["GET", "/apikeys"], {}, 1, "403: You don't have permission to do this."],
  [["GET", "/test/texts?text=a"], { GROUNDCREW_KEY: "key_x" }, 1, "401: This API key is not valid."],
  [["GET", "/test/texts?text=a"], { GROUNDCREW_KEY: "" }, 2, "Set GROUNDCREW_KEY to an API key"],
  [["GET", "/test/texts?text=a"], { GROUNDCREW_URL: "nonsense" }, 2, "GROUNDCREW_URL must look like"],
  [
    ["GET", "/test/texts?text=a"],
    { GROUNDCREW_URL: "http://127.0.0.1:1" },
    1,
    "Nothing answers at http://127.0.0.1:1.",
  ],
  [["GET", "test"], {}, 2, "Usage: groundcrew api METHOD PATH [BODY]"],
  [["FETCH", "/test"], {}, 2, "Usage: groundcrew api METHOD PATH [BODY]"],
])("api %j with %j says why it failed", async (args, others, code, sentence) => {
  const said = await runHere(["api", ...args], { ...env, ...others });
  expect([said.code, said.output]).toEqual([code, ""]);
  expect(said.errors).toContain(sentence);
});
