import type { Endpoint } from "@groundcrew/shared/contract";
import { expect, test } from "vitest";
import { z } from "zod";
import { prepare, variants } from "./send-all.ts";
import { startTestServer, type Answer } from "./test-server.ts";
import type { Who } from "./people.ts";
import { INVENTED, type Ids } from "./ids.ts";
import { recipes } from "./recipes.ts";
import { endpointOf, expected } from "./table.ts";

const system = await startTestServer();

/** Callers without access to organization B. */
const OUTSIDERS = ["nobody", "user A", "manager A", "full key A", "key A", "station A"] as const satisfies Who[];
const NAMES = Object.keys(INVENTED).filter(isName);

// One after the other, since some of what requests need is there only once.
const used: { variant: string; names: (keyof Ids)[] }[] = [];
for (const variant of variants(system)) used.push({ variant, names: await namesUsedBy(variant) });
const substitutions = used.flatMap(({ variant, names }) => names.map((name) => [variant, name] as const));

/** When a maintenance ends is not the name of anything. */
function isName(key: string): key is keyof Ids {
  return key in INVENTED && key !== "until";
}

/** Which ids a request contains. */
async function namesUsedBy(variant: string): Promise<(keyof Ids)[]> {
  const { ids, requestFor } = await prepare(system, variant);
  const read = new Set<PropertyKey>();
  requestFor(new Proxy(ids, { get: (target, name) => (read.add(name), Reflect.get(target, name)) }));
  return NAMES.filter((name) => read.has(name));
}

test("there are ids in paths, queries and bodies", () => {
  expect(substitutions.length).toBeGreaterThan(30);
  expect(new Set(substitutions.map(([, name]) => name))).toEqual(new Set(NAMES));
});

/** Fields that name something of an organization. */
const NAMING =
  /(^|_)(ids?|actor|alert|attached_errors|channels?|device|email|entry|entries|fingerprint|group|groups|import|incidents|into|names?|owner|people|rule|station|stations|stream|subject|tags|token|view|wallboard|windows?)$/;
/** Why such a field is in no request with ids of others. */
const WITHOUT_IDS: Record<string, string> = {
  "inviteUser query.email": "The address of a new user.",
  "requestPasswordReset query.email": "The answer is the same for every address.",
  "setPassword body.email": "It has to match the code.",
  "logIn body.email": "The answer is the same for every wrong address.",
  "logIn body.token": "Google's.",
  "saveSingleSignOn body.client_id": "An identity provider's.",
  "testSingleSignOn body.client_id": "An identity provider's.",
  "saveSingleSignOn body.name": "What people call a single sign-on.",
  "createStation body.name": "A new station.",
  "createOrganization query.name": "A new organization.",
  "createSupportLogTag body.name": "A new tag.",
  "logIn body.id": "Of a credential, which proves whose it is.",
  "finishLogIn body.step.id": "The same.",
  "confirmIdentity body.id": "The same.",
  "addPasskey body.id": "The same.",
  "addPasskey body.name": "What people call a passkey.",
  "renamePasskey body.name": "What people call a passkey.",
  "changeName body.name": "What a person calls themselves.",
  "addMyDevice body.name": "What a person calls their device.",
  "subscribeToRule body.email": "Whether to send emails.",
  "subscribeToTopic body.email": "Whether to send emails.",
  "changeNotices body.new_device": "Whether to send emails.",
  "createSites body.sites.name": "What people call a site.",
  "changeSite body.name": "What people call a site.",
  "createStationTag body.name": "A new tag.",
  "changeStationTag body.name": "What people call a tag.",
  "bulkPlace body.add_tags": "The tests of tags show that only those of the station's organization are found.",
  "bulkPlace body.remove_tags": "Only tags that the station has are removed.",
  "listStationPage query.group": "By what the list is grouped.",
  "listStationPage query.tags": "Only stations that the caller sees are searched for them.",
  "countListedStations query.group": "By what the list is grouped.",
  "countListedStations query.tags": "Only stations that the caller sees are searched for them.",
  "mapListedStations query.group": "By what the list is grouped.",
  "mapListedStations query.tags": "Only stations that the caller sees are searched for them.",
  "createWallboard body.view": "Keys and values of an address.",
  "changeWallboard body.view": "Keys and values of an address.",
  "createSavedView body.name": "What people call a view.",
  "changeSavedView body.name": "What people call a view.",
  "createImport query.file_name": "What the file is called.",
  "createWallboard body.name": "What people call a wallboard.",
  "changeWallboard body.name": "What people call a wallboard.",
  "createChannel body.name": "What people call a channel.",
  "changeChannel body.name": "What people call a channel.",
  "testNewChannel body.name": "What people call a channel.",
  "createAlertRule body.name": "What people call a rule.",
  "changeAlertRule body.name": "What people call a rule.",
  "createAlertRule body.scope.name": "What people call a view.",
  "changeAlertRule body.scope.name": "What people call a view.",
  "createAlertRule body.condition.stations": "A number of stations.",
  "changeAlertRule body.condition.stations": "A number of stations.",
  "resolveErrorGroups body.incidents": "For admins, who see every incident.",
  "archiveErrorGroups body.stations": "A number of stations.",
  "receiveAlertmanagerAlerts body.alerts.fingerprint": "Alertmanager's.",
};

test("each field of the contract that names something is in a request with ids of others, or there is a reason", () => {
  const missing = system.endpoints.flatMap((endpoint) => {
    const own = variants(system).filter((variant) => endpointOf(variant) === endpoint.name);
    const differing = new Set(own.flatMap(fieldsWithIds));
    return fieldsOf(endpoint)
      .filter((field) => NAMING.test(field.split(".").at(-1) ?? "") && !differing.has(field))
      .map((field) => `${endpoint.name} ${field}`);
  });
  expect(missing.toSorted()).toEqual(Object.keys(WITHOUT_IDS).toSorted());
});

/** The fields of a request that differ with its ids. */
function fieldsWithIds(variant: string): string[] {
  const [ours, others] = [system.ours, INVENTED].map((ids) => leavesOf(recipes[variant]?.requestFor(ids, "fresh")));
  return [...(ours ?? [])].flatMap(([field, values]) => (others?.get(field) === values ? [] : [field]));
}

/** The values in some JSON, by the names on the way to them. */
function leavesOf(value: unknown, path = "", found = new Map<string, string>()): Map<string, string> {
  if (Array.isArray(value)) for (const item of value) leavesOf(item, path, found);
  else if (typeof value === "object" && value !== null)
    for (const [name, part] of Object.entries(value)) leavesOf(part, path === "" ? name : `${path}.${name}`, found);
  else found.set(path, `${found.get(path) ?? ""} ${String(value)}`);
  return found;
}

/** The fields of a call's input that have a value, by the names on the way to them. */
function fieldsOf({ params, query, body }: Endpoint): string[] {
  return Object.entries({ params, query, body }).flatMap(([part, schema]) =>
    schema === undefined ? [] : propertiesOf(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }), part),
  );
}

function propertiesOf(schema: z.core.JSONSchema._JSONSchema | undefined, path: string): string[] {
  if (typeof schema !== "object") return [];
  const { properties = {}, anyOf = [], oneOf = [], allOf = [], items } = schema;
  const within = [...anyOf, ...oneOf, ...allOf, ...(items === undefined ? [] : [items].flat())];
  const own = Object.entries(properties).flatMap(([name, part]) => propertiesOf(part, `${path}.${name}`));
  const parts = [...own, ...within.flatMap((part) => propertiesOf(part, path))];
  return parts.length > 0 ? [...new Set(parts)] : [path];
}

/** An answer that has nothing in it: not found, an empty list, a CSV file without rows, or a stream that has just begun. */
const NOTHING = /^(404 |200 (\[\]$|\{"\w+":\[\][,}]|\ufeff[^\n]*\n$|event: hello\n))/;

test.for(substitutions)(
  "%s: the %s of another organization and an invented one get the same answer",
  async ([variant, name]) => {
    // Staff see stations and alerts of every organization, but not its people, channels, rules and audit log.
    const isHiddenFromStaff = statusFor(endpointOf(variant), "staff") === 404;
    const callers = isHiddenFromStaff ? [...OUTSIDERS, "staff" as const] : OUTSIDERS;
    for (const who of callers) {
      const foreign = await sendFor(who, variant, { [name]: system.theirs[name] });
      const invented = await sendFor(who, variant, { [name]: INVENTED[name] });
      expect({ who, ...shown(foreign) }).toEqual({ who, ...shown(invented) });
      const allowed = isServed(variant, who) ? NOTHING : /^/;
      expect(`${foreign.status} ${foreign.body}`).toMatch(allowed);
    }
  },
);

// An admin sees every organization, but records of another station still don't belong to this one.
const ofOneStation = [
  ["changeStationErrors", "error"],
  ["changeStationErrors (attach)", "error"],
  ["changeStationErrors (attach)", "entry"],
  ["createSupportLogEntry", "error"],
  ["replyToEntry", "error"],
] as const;

test.for(ofOneStation)("%s: an admin cannot mix in the %s of another station", async ([variant, name]) => {
  const foreign = await sendFor("admin", variant, { [name]: system.theirs[name] });
  const invented = await sendFor("admin", variant, { [name]: INVENTED[name] });
  expect(foreign.status).toBe(404);
  expect(shown(foreign)).toEqual(shown(invented));
});

async function sendFor(who: Who, variant: string, others: Partial<Ids>): Promise<Answer> {
  const { endpoint, ids, requestFor } = await prepare(system, variant);
  return system.send(who, endpoint, requestFor({ ...ids, ...others }));
}

function statusFor(variant: string, who: Who): number {
  return expected.get(variant)?.get(who) ?? 500;
}

/** Whether the caller may make this request for resources of their own organization. */
function isServed(variant: string, who: Who): boolean {
  return statusFor(variant, who) < 300 && who !== "nobody" && who !== "station A";
}

/** The response without the parts that differ each time. */
function shown({ status, headers, body }: Answer) {
  const {
    date: _,
    "x-server-time": ____,
    "x-request-id": __,
    "x-as-of": ___,
    "content-security-policy": policy,
    ...lasting
  } = headers;
  return {
    status,
    body: body.replace(/"server_time":"[^"]+"/, ""),
    ...lasting,
    policy: policy?.replace(/nonce-[\w+/=-]+/g, "nonce"),
  };
}
