import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { afterAll, expect, test } from "vitest";
import { metric } from "../../../test/metrics.ts";
import { isSuccess, openWebhooks } from "./index.ts";

const hits: { path: string; type: string; body: string }[] = [];

async function answerTo(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = request.url ?? "";
  hits.push({ path, type: request.headers["content-type"] ?? "", body: await text(request) });
  switch (path) {
    case "/broken":
      return void response.writeHead(500).end("out of order");
    case "/silent":
      return;
    case "/long":
      response.writeHead(200).write("a\0b");
      // Later, so that it comes as a part of its own.
      return void setTimeout(() => response.end("x".repeat(2_000)), 50);
    default:
      if (path.startsWith("/sized/")) return void response.writeHead(200).end(Buffer.alloc(Number(path.slice(7)), "x"));
      if (path.startsWith("/retry/")) response.setHeader("retry-after", decodeURIComponent(path.slice(7)));
      response.writeHead(204).end();
  }
}

/** A server that only this machine can reach. It listens on all its addresses. */
const canary = createServer((request, response) => void answerTo(request, response));
canary.listen(0);
await once(canary, "listening");
afterAll(() => {
  canary.closeAllConnections();
  canary.close();
});
const address = canary.address();
const port = typeof address === "object" && address !== null ? address.port : 0;

/** A name server that an attacker controls. */
const names: Record<string, string[]> = {
  localhost: ["127.0.0.1", "::1"],
  "hook.example": ["127.0.0.1"],
  "six.example": ["::1"],
  "public.example": ["93.184.215.14", "2606:2800:21f:cb07:6820:80da:af6b:8b2c"],
  "mixed.example": ["93.184.215.14", "127.0.0.1"],
  "metadata.google.internal": ["169.254.169.254"],
  "127.0.0.1.nip.example": ["127.0.0.1"],
  "mapped.example": ["::ffff:127.0.0.1"],
};
let lookedUp: string[] = [];
async function resolve(host: string) {
  lookedUp.push(host);
  return (names[host.replace(/\.$/, "")] ?? []).map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
}

const guarded = openWebhooks({ allowPrivate: false, resolve });
const open = openWebhooks({ allowPrivate: true, resolve });

test.each([
  "http://127.0.0.1",
  "http://127.0.0.1.",
  "http://127.1",
  "http://127.0.1",
  "http://127.255.255.254",
  "http://2130706433",
  "http://0x7f000001",
  "http://0x7f.0.0.1",
  "http://0177.0.0.1",
  "http://017700000001",
  "http://①②⑦.⓪.⓪.①",
  "http://127。0。0。1",
  "http://%31%32%37.0.0.1",
  "http://0.0.0.0",
  "http://0",
  "http://localhost",
  "http://LOCALHOST",
  "http://localhost.",
  "http://[::1]",
  "http://[0:0:0:0:0:0:0:1]",
  "http://[::]",
  "http://[::ffff:127.0.0.1]",
  "http://[::ffff:7f00:1]",
  "http://[::127.0.0.1]",
  "http://[64:ff9b::127.0.0.1]",
  "http://[64:ff9b:1::7f00:1]",
  "http://[2002:7f00:1::1]",
  "http://[2001:0:7f00:1::1]",
  "http://[fe80::1]",
  "http://[fd00:ec2::254]",
  "http://[fec0::1]",
  "http://10.0.0.1",
  "http://172.16.0.1",
  "http://192.168.1.1",
  "http://100.64.0.1",
  "http://169.254.169.254",
  "http://168.63.129.16",
  "http://192.0.0.192",
  "http://198.18.0.1",
  "http://224.0.0.1",
  "http://255.255.255.255",
  "http://hook.example",
  "http://six.example",
  "http://mixed.example",
  "http://mapped.example",
  "http://127.0.0.1.nip.example",
  "http://metadata.google.internal",
  "https://127.0.0.1",
  "HTTP://127.0.0.1",
  "http:\\\\127.0.0.1",
  "http://user@127.0.0.1",
  "http://hook.example@127.0.0.1",
  "file:///etc/passwd",
  "ftp://127.0.0.1",
  "gopher://127.0.0.1",
  "//127.0.0.1",
])("nothing is sent to %s", async (spelling) => {
  const before = hits.length;
  const url = /^\w+:[\\/]{2}/.test(spelling) ? `${spelling}:${port}/never` : spelling;
  const sentence = /not on the internet|begins with http|must not contain a user name or password/;
  await expect(guarded.post(url, {})).rejects.toThrow(sentence);
  expect(await guarded.findProblem(url)).toMatch(sentence);
  expect(hits.length).toBe(before);
});

test.each(["127.0.0.1", "127.1", "2130706433", "0x7f.1", "①②⑦.⓪.⓪.①", "localhost.", "127.0.0.1.nip.example"])(
  "%s does lead here, where private addresses are allowed",
  async (host) => {
    const before = hits.length;
    await open.post(`http://${host}:${port}/canary`, {});
    expect(hits.length).toBe(before + 1);
  },
);

test("a webhook is posted as JSON, to the address that its name resolved to", async () => {
  lookedUp = [];
  await open.post(`http://hook.example:${port}/hook?a=b`, { text: "Grüße" });
  expect(hits.at(-1)).toEqual({ path: "/hook?a=b", type: "application/json", body: '{"text":"Grüße"}' });
  expect(lookedUp).toEqual(["hook.example"]);
});

test("none of these requests is sent later", () => {
  expect(hits.map(({ path }) => path)).not.toContain("/never");
});

test("an answer with an error status is a failure", async () => {
  await expect(open.post(`http://127.0.0.1:${port}/broken`, {})).rejects.toThrow("answered with status 500.");
});

/** Sends nothing to a path of this machine's server. */
function sendTo(path: string) {
  return open.send(`http://127.0.0.1:${port}${path}`, { headers: {}, body: "" });
}

test("the first kilobyte of an answer is returned, without what PostgreSQL cannot store", async () => {
  expect(await sendTo("/long")).toMatchObject({ status: 200, text: `ab${"x".repeat(1_021)}` });
  expect((await sendTo("/sized/1024")).text).toBe("x".repeat(1_024));
  expect(await sendTo("/hook")).toEqual({ status: 204, text: "", retryAfterMs: null, redirectsTo: null });
});

test.each([
  ["0", 0],
  ["7", 7_000],
  ["999999", 999_999_000],
  ["1000000000", null],
  ["soon", null],
  ["Thu, 01 Jan 2026 00:00:00 GMT", 0],
])("a receiver that asks to wait with Retry-After: %s", async (value, ms) => {
  expect((await sendTo(`/retry/${encodeURIComponent(value)}`)).retryAfterMs).toBe(ms);
});

test("a receiver may ask to wait until a date", async () => {
  const inAnHour = new Date(Date.now() + 3_600_000).toUTCString();
  const { retryAfterMs } = await sendTo(`/retry/${encodeURIComponent(inAnHour)}`);
  expect(retryAfterMs).toBeGreaterThan(3_000_000);
  expect(retryAfterMs).toBeLessThanOrEqual(3_600_000);
});

test.each([
  [199, false],
  [200, true],
  [299, true],
  [300, false],
])("status %i of an answer means success: %s", (status, expected) => {
  expect(isSuccess({ status })).toBe(expected);
});

test("an address without encryption can be refused, except where private addresses are allowed", async () => {
  const [url, sentence] = ["http://public.example/hook", "Enter an address that begins with https://."];
  const request = { headers: {}, body: "", httpsOnly: true };
  expect(await guarded.findProblem(url, { httpsOnly: true })).toBe(sentence);
  expect(await guarded.findProblem(url, { httpsOnly: false })).toBeNull();
  expect(await guarded.findProblem("https://public.example/hook", { httpsOnly: true })).toBeNull();
  await expect(guarded.send(url, request)).rejects.toThrow(sentence);
  expect(await open.findProblem("http://hook.example/hook", { httpsOnly: true })).toBeNull();
  expect((await open.send(`http://hook.example:${port}/hook`, request)).status).toBe(204);
});

test("a server that does not answer is not waited for", async () => {
  const impatient = openWebhooks({ allowPrivate: true, resolve, timeoutMs: 30 });
  await expect(impatient.post(`http://127.0.0.1:${port}/silent`, {})).rejects.toThrow("did not answer in time.");
});

test("a name that is never resolved is not waited for either", async () => {
  const lost = openWebhooks({ allowPrivate: true, resolve: () => new Promise(() => {}), timeoutMs: 30 });
  await expect(lost.post("http://hook.example/", {})).rejects.toThrow("did not answer in time.");
});

test("metrics tell requests that were answered with success from those answered with failure or not at all", async () => {
  const counts = () =>
    Promise.all(
      ["delivered", "rejected", "failed"].map(
        async (outcome) => (await metric("groundcrew_webhook_duration_seconds_count", { outcome })) ?? 0,
      ),
    );
  const [delivered = 0, rejected = 0, failed = 0] = await counts();
  await open.post(`http://127.0.0.1:${port}/hook`, {});
  await expect(open.post(`http://127.0.0.1:${port}/broken`, {})).rejects.toThrow("500");
  await open.send(`http://127.0.0.1:${port}/broken`, { headers: {}, body: "" });
  await expect(open.post("http://127.0.0.1:1/", {})).rejects.toThrow("could not be reached");
  expect(await counts()).toEqual([delivered + 1, rejected + 2, failed + 1]);
});

test("an unknown name or an unreachable address is named in the error", async () => {
  const failing = openWebhooks({ allowPrivate: true, resolve: () => Promise.reject(new Error("No answer.")) });
  await expect(open.post("http://nowhere.example/", {})).rejects.toThrow("There is no server called nowhere.example.");
  await expect(failing.post("http://nowhere.example/", {})).rejects.toThrow("No answer.");
  await expect(open.post("http://127.0.0.1:1/", {})).rejects.toThrow("127.0.0.1:1 could not be reached");
});

test.each(["http://93.184.215.14/hook", "https://public.example/hook", "https://nowhere.example/hook"])(
  "nothing is known against %s",
  async (url) => {
    expect(await guarded.findProblem(url)).toBeNull();
  },
);

test("private addresses are accepted where they are allowed, but an address with a login is not", async () => {
  expect(await open.findProblem("http://127.0.0.1/hook")).toBeNull();
  for (const login of ["ada:secret", "ada", ":secret"]) {
    expect(await open.findProblem(`https://${login}@public.example`)).toBe(
      "A webhook's address must not contain a user name or password.",
    );
  }
});

test("names are resolved by the system, unless something else is given", async () => {
  const url = `http://localhost:${port}/hook`;
  expect(await openWebhooks({ allowPrivate: false }).findProblem(url)).toContain("is not on the internet");
  expect((await openWebhooks({ allowPrivate: true }).send(url, { headers: {}, body: "" })).status).toBe(204);
});

test("nothing is sent without encryption to an address that begins with https", async () => {
  const before = hits.length;
  await expect(open.post(`https://hook.example:${port}/never`, {})).rejects.toThrow("could not be reached");
  expect(hits.length).toBe(before);
});

test("a name that does not resolve in time is not reported as a mistake", async () => {
  const lost = openWebhooks({ allowPrivate: false, resolve: () => new Promise(() => {}), timeoutMs: 30 });
  expect(await lost.findProblem("http://hook.example/")).toBeNull();
});

test("a name that cannot be looked up is not reported as a mistake either", async () => {
  const failing = openWebhooks({ allowPrivate: false, resolve: () => Promise.reject(new Error("No answer.")) });
  expect(await failing.findProblem("http://hook.example/")).toBeNull();
});
