import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { downloadAudit } from "@groundcrew/shared/audit";
import { getSession, logIn, usualPreferences } from "@groundcrew/shared/sessions";
import { listStations } from "@groundcrew/shared/stations";
import { openStream } from "@groundcrew/shared/streams";
import { serverBuild } from "../../lib/index.ts";
import { requestUrl, call, consumeInput, LoadedFile, recordInput } from "./call.ts";

afterEach(() => vi.unstubAllGlobals());

/** Replaces `fetch` with `respond`, and returns the requests made. */
function mockNetwork(respond: (request: Request) => Response | Promise<Response>): Request[] {
  const requests: Request[] = [];
  vi.stubGlobal("fetch", async (address: string, init: RequestInit) => {
    const request = new Request(`http://console.example${address}`, init);
    requests.push(request);
    return await respond(request);
  });
  return requests;
}

const person = { name: "Kim", email: "kim@x.example", org_id: 1, organization: "X" };
const user = {
  ...person,
  can_manage: false,
  can_admin: false,
  default_view: null,
  preferences: usualPreferences,
};
const json = (body: unknown, init: ResponseInit = {}) =>
  new Response(JSON.stringify(body), { headers: { "content-type": "application/json; charset=utf-8" }, ...init });
const html = (status: number, statusText: string) =>
  new Response("<h1>no</h1>", { status, statusText, headers: { "content-type": "text/html" } });

test("a declared response is returned with its status and body", async () => {
  mockNetwork(() => json({ user }));
  const response = await call(getSession, {});
  expect([response.status, response.body]).toEqual([200, { user }]);
});

test("a call is marked as background when there was no user input since the previous call", async () => {
  const requests = mockNetwork(() => json({ user }));
  consumeInput();
  for (let calls = 0; calls < 2; calls += 1) await call(getSession, {});
  recordInput();
  for (let calls = 0; calls < 2; calls += 1) await call(getSession, {});
  expect(requests.map(({ headers }) => headers.get("x-background"))).toEqual(["1", "1", null, "1"]);
});

describe("a response that does not arrive", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const failure = { status: null, message: "Unable to contact the server (likely due to a network error)" };
  /** The error that a call fails with after some time. */
  async function failureAfter(ms: number): Promise<unknown> {
    const failed = call(getSession, {}).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(ms);
    return failed;
  }
  const never = (request: Request) =>
    new Promise<Response>((_, reject) => {
      request.signal.addEventListener("abort", () => reject(request.signal.reason));
    });

  test.each([
    ["an ordinary call", 10_000, () => call(getSession, {})],
    [
      "a stream",
      20_000,
      () => call(openStream, { params: { station: "gc-000000000000" }, body: { cameras: ["c"] } }, { once: "k" }),
    ],
  ])("is a network failure: %s times out after %i ms, and not before", async (_, ms, startCall) => {
    mockNetwork(never);
    const settled = vi.fn<() => void>();
    const response = startCall();
    response.then(settled, settled);
    await vi.advanceTimersByTimeAsync(ms - 1);
    expect(settled).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    await expect(response).rejects.toMatchObject(failure);
  });

  test("does not time out while chunks keep arriving, and does once they stop", async () => {
    const pieces = Array.from({ length: 5 }, (_, at) => (at === 4 ? '"' : at === 0 ? '"a' : "a"));
    const slow = (isCut: boolean) => (request: Request) => {
      const body = new ReadableStream<Uint8Array>({
        async start(out) {
          request.signal.addEventListener("abort", () => out.error(request.signal.reason));
          for (const piece of isCut ? pieces.slice(0, 3) : pieces) {
            await new Promise((resolve) => setTimeout(resolve, 9_000));
            out.enqueue(new TextEncoder().encode(piece));
          }
          if (!isCut) out.close();
        },
      });
      return new Response(body, { status: 401, headers: { "content-type": "text/plain" } });
    };
    mockNetwork(slow(false));
    await expect(failureAfter(60_000)).resolves.toMatchObject({ status: 401, message: '"aaaa"' });
    mockNetwork(slow(true));
    await expect(failureAfter(60_000)).resolves.toMatchObject(failure);
  });
});

test("a body is sent as JSON", async () => {
  const requests = mockNetwork(() => json({ user }, { status: 201, headers: { "content-type": "application/json" } }));
  const body = { type: "credentials", email: "kim@x.example", password: "secret" } as const;
  await call(logIn, { body });
  expect([requests[0]?.method, requests[0]?.headers.get("content-type")]).toEqual(["POST", "application/json"]);
  expect(await requests[0]?.json()).toEqual(body);
});

test("304 is a response without a body", async () => {
  const requests = mockNetwork(() => new Response(null, { status: 304, headers: { etag: '"7"' } }));
  const response = await call(listStations, { query: {}, headers: { "if-none-match": '"7"' } });
  expect([response.status, response.body, response.headers.get("etag")]).toEqual([304, null, '"7"']);
  expect(requests[0]?.headers.get("if-none-match")).toBe('"7"');
});

test("304 is a response without a body even if the browser returns an empty stream for it", async () => {
  const unchanged = new Response(null, { status: 304, headers: { etag: '"7"' } });
  const empty = new ReadableStream({ start: (out) => out.close() });
  mockNetwork(() => Object.defineProperty(unchanged, "body", { value: empty }));
  const response = await call(listStations, { query: {}, headers: { "if-none-match": '"7"' } });
  expect([response.status, response.body]).toEqual([304, null]);
});

// @spec 290.4
test("an error response rejects with the server's message and status", async () => {
  const headers = { "content-type": "application/problem+json" };
  mockNetwork(() =>
    json({ title: "Unauthorized", status: 401, detail: "Log in to continue." }, { status: 401, headers }),
  );
  await expect(call(getSession, {})).rejects.toMatchObject({ status: 401, message: "Log in to continue." });
});

test.each([
  [502, "Bad Gateway"],
  [200, "OK"],
])(
  "a page of a proxy with status %i instead of a response is a failure that names the status",
  async (status, statusText) => {
    mockNetwork(() => html(status, statusText));
    const message = `An error occurred (status: ${status} ${statusText})`;
    await expect(call(getSession, {})).rejects.toMatchObject({ status, message });
  },
);

test("a success that the call does not declare is a failure", async () => {
  mockNetwork(() => json({ user }, { status: 202, statusText: "Accepted" }));
  await expect(call(getSession, {})).rejects.toMatchObject({ message: "An error occurred (status: 202 Accepted)" });
});

test("a body that is not what the call declares is a failure that suggests a reload", async () => {
  mockNetwork(() => json({ user: { ...user, org_id: "one" } }));
  const message = "The server's response has an unexpected format. Reload the page to update the console.";
  await expect(call(getSession, {})).rejects.toMatchObject({ status: 200, message });
});

test("fields that the call does not declare are removed, so a newer server may send more", async () => {
  mockNetwork(() => json({ user: { ...user, added: 1 }, more: true }));
  expect((await call(getSession, {})).body).toEqual({ user });
});

test("the build that the server serves is learned from every response", async () => {
  mockNetwork(() => json({ user }, { headers: { "content-type": "application/json", "x-build": "newer" } }));
  await call(getSession, {});
  expect(serverBuild()).toBe("newer");
});

// @spec 289.1
test("no response, and a response that is cut off, are network failures", async () => {
  const failure = { status: null, message: "Unable to contact the server (likely due to a network error)" };
  mockNetwork(() => Promise.reject(new TypeError("fetch failed")));
  await expect(call(getSession, {})).rejects.toMatchObject(failure);
  mockNetwork(() => new Response('{"user":', { headers: { "content-type": "application/json" } }));
  await expect(call(getSession, {})).rejects.toMatchObject(failure);
});

test("a cancelled call rejects with the abort error, not with a failure", async () => {
  mockNetwork((request) => Promise.reject(request.signal.reason));
  const signal = AbortSignal.abort();
  await expect(call(getSession, {}, { signal })).rejects.toMatchObject({ name: "AbortError" });
});

// @spec 231.1
test("parameters are put into the path and the query, and missing ones are left out", () => {
  const address = requestUrl(
    { path: "/api/stations/:station/errors" },
    { params: { station: "gc-a/b" }, query: { limit: 5, since: undefined, all: true } },
  );
  expect(address).toBe("/api/stations/gc-a%2Fb/errors?limit=5&all=true");
});

test("a file stays a file of the browser, and is not read into the page", async () => {
  mockNetwork(() => new Response("Group\r\n1\r\n", { headers: { "content-type": "text/csv; charset=utf-8" } }));
  const { body } = await call(downloadAudit, { query: {} });
  expect(body instanceof LoadedFile ? body.content.size : null).toBe(10);
});
