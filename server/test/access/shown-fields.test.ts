import { expect, test } from "vitest";
import { askEveryone, ways } from "./ask-everyone.ts";
import { startTestServer } from "./test-server.ts";
import { FOR_ADMINS, FOR_NO_ONE } from "./seed.ts";

const system = await startTestServer();
const answers = await askEveryone(system);
const forAdmins = FOR_ADMINS.replaceAll("-", "[-_]");

/** Fields that only admins receive. Those that are always present are null for everyone else. */
const ADMIN_FIELDS = new Set(["supportlog", "replaceables_latest", "supportlog_entry_id", "alert_target", "alerts"]);
/** Fields that nobody receives. */
const SECRET_FIELDS = /"(api_password\w*|\w*_hash|handled_by|event_id|created_by|google_sub|author_id)"\s*:/;

test("admins' answers contain the support log and the replaceables", () => {
  const told = answers.filter(({ who }) => who === "admin").filter(({ body }) => new RegExp(forAdmins).test(body));
  expect(told.map(({ way }) => way)).toEqual(
    expect.arrayContaining(["listStations (replaceables)", "listSupportLogEntries", "listSupportLogTags"]),
  );
});

// @spec 228.1
test.for(ways(system))("%s returns admin fields to admins only", (way) => {
  for (const { body, who } of answers.filter((answer) => answer.way === way && answer.who !== "admin")) {
    expect(body).not.toMatch(new RegExp(forAdmins));
    expect([who, ...adminFieldsIn(body)]).toEqual([who]);
  }
});

test("no answer contains a hash, or who handled an error", () => {
  const leaks = answers.filter(({ body, endpoint }) => endpoint.name !== "getOpenApi" && SECRET_FIELDS.test(body));
  expect(leaks.map(({ way, who }) => `${way} ${who}`)).toEqual([]);
  const told = answers.filter(({ body }) => body.includes(FOR_NO_ONE));
  expect(told.map(({ way, who }) => `${way} ${who}`)).toEqual([]);
});

test("the text of a key is in the answer that makes it and in no other", () => {
  const shown = answers.filter(({ body }) => /key_[a-z0-9]{10}\.[\w-]{43}/.test(body));
  expect([...new Set(shown.map(({ way }) => way))]).toEqual(["createApiKey"]);
});

function adminFieldsIn(body: string): string[] {
  const found: string[] = [];
  if (!/^[[{]/.test(body)) return found;
  JSON.parse(body, (name, value: unknown) => {
    if (ADMIN_FIELDS.has(name) && value !== null && !isDescription(value)) found.push(name);
    return value;
  });
  return found;
}

/** A schema in the OpenAPI document describes a field without disclosing its value. */
function isDescription(value: unknown): boolean {
  return typeof value === "object" && value !== null && ("type" in value || "anyOf" in value);
}
