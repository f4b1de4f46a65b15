import { afterEach, expect, test, vi } from "vitest";
import { getSession, logIn } from "@groundcrew/shared/sessions";
import { listStations } from "@groundcrew/shared/stations";
import { addressOf, call } from "./call.ts";

afterEach(() => vi.unstubAllGlobals());

/** Lets the network answer each request as given, and keeps the requests. */
function network(answer: (request: Request) => Response | Promise<Response>): Request[] {
  const requests: Request[] = [];
  vi.stubGlobal("fetch", async (address: string, init: RequestInit) => {
    const request = new Request(`http://console.example${address}`, init);
    requests.push(request);
    return await answer(request);
  });
  return requests;
}

const user = { name: "Kim", email: "kim@x.example", can_manage: false, can_admin: false, org_id: 1, organization: "X" };
const json = (body: unknown, init: ResponseInit = {}) =>
  new Response(JSON.stringify(body), { headers: { "content-type": "application/json; charset=utf-8" }, ...init });
const html = (status: number, statusText: string) =>
  new Response("<h1>no</h1>", { status, statusText, headers: { "content-type": "text/html" } });

test("a declared reply is given back with its status and body", async () => {
  const requests = network(() => json({ user }));
  const reply = await call(getSession, {});
  expect([reply.status, reply.body]).toEqual([200, { user }]);
  expect(requests[0]?.headers.get("x-background")).toBeNull();
});

test("a call made by a timer says so", async () => {
  const requests = network(() => json({ user }));
  await call(getSession, {}, { background: true });
  expect(requests[0]?.headers.get("x-background")).toBe("1");
});

test("a body is sent as JSON", async () => {
  const requests = network(() => json({ user }, { status: 201, headers: { "content-type": "application/json" } }));
  const body = { type: "credentials", email: "kim@x.example", password: "secret" } as const;
  await call(logIn, { body });
  expect([requests[0]?.method, requests[0]?.headers.get("content-type")]).toEqual(["POST", "application/json"]);
  expect(await requests[0]?.json()).toEqual(body);
});

test("304 is a reply without a body", async () => {
  const requests = network(() => new Response(null, { status: 304, headers: { etag: '"7"' } }));
  const reply = await call(listStations, { query: {}, headers: { "if-none-match": '"7"' } });
  expect([reply.status, reply.body, reply.headers.get("etag")]).toEqual([304, null, '"7"']);
  expect(requests[0]?.headers.get("if-none-match")).toBe('"7"');
});

test("a refusal rejects with the server's sentence and its status", async () => {
  const headers = { "content-type": "application/problem+json" };
  network(() => json({ title: "Unauthorized", status: 401, detail: "Log in to continue." }, { status: 401, headers }));
  await expect(call(getSession, {})).rejects.toMatchObject({ status: 401, message: "Log in to continue." });
});

test.each([
  [502, "Bad Gateway"],
  [200, "OK"],
])("a page of a proxy with status %i in place of an answer is a failure named by it", async (status, statusText) => {
  network(() => html(status, statusText));
  const message = `An error occurred (status: ${status} ${statusText})`;
  await expect(call(getSession, {})).rejects.toMatchObject({ status, message });
});

test("a success that the call does not declare is a failure", async () => {
  network(() => json({ user }, { status: 202, statusText: "Accepted" }));
  await expect(call(getSession, {})).rejects.toMatchObject({ message: "An error occurred (status: 202 Accepted)" });
});

test("no answer, and one that breaks off, are network failures", async () => {
  const failure = { status: null, message: "Unable to contact the server (likely due to a network error)" };
  network(() => Promise.reject(new TypeError("fetch failed")));
  await expect(call(getSession, {})).rejects.toMatchObject(failure);
  network(() => new Response('{"user":', { headers: { "content-type": "application/json" } }));
  await expect(call(getSession, {})).rejects.toMatchObject(failure);
});

test("a call that was cancelled rejects as cancelled, not as a failure", async () => {
  network((request) => Promise.reject(request.signal.reason));
  const signal = AbortSignal.abort();
  await expect(call(getSession, {}, { signal })).rejects.toMatchObject({ name: "AbortError" });
});

test("parameters are put into the path and the query, and what is not given is left out", () => {
  const address = addressOf(
    { path: "/api/stations/:station/errors" },
    { params: { station: "gc-a/b" }, query: { limit: 5, since: undefined, all: true } },
  );
  expect(address).toBe("/api/stations/gc-a%2Fb/errors?limit=5&all=true");
});
