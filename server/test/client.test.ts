import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { PassThrough } from "node:stream";
import { createInterface } from "node:readline/promises";
import { expect, onTestFinished, test } from "vitest";
import { listStationErrors, listStations, openClient, startMaintenance } from "../../client/src/index.ts";
import { serveTools } from "../../client/src/mcp.ts";
import { clientCalls } from "../../scripts/client/calls.ts";
import { startTestServer } from "./access/test-server.ts";

const system = await startTestServer();
const url = await system.app.listen({ host: "127.0.0.1", port: 0 });

async function keyOf(who: "key A" | "full key A"): Promise<string> {
  const { authorization = "" } = await system.proofOf(who);
  return authorization.replace("Bearer ", "");
}

test("the client's list of calls is the one of the contract", async () => {
  const written = readFileSync(new URL("../../client/src/calls.ts", import.meta.url), "utf8");
  expect(written).toBe(await clientCalls());
});

test("the client makes calls with a key and returns what the contract declares", async () => {
  const client = openClient({ url, key: await keyOf("full key A") });
  const { status, body } = await client.call(listStations, { query: {} });
  expect([status, body]).toMatchObject([200, [{ name: system.ours.station }]]);
  const until = new Date(Date.now() + 3_600_000).toISOString();
  const maintenance = { stations: [system.theirs.station], why: "New belt.", until };
  await expect(client.call(startMaintenance, { body: maintenance }, { once: "1" })).rejects.toMatchObject({
    status: 404,
    message: expect.stringContaining("There is no such station."),
  });
});

test("a call that is refused, and a server that does not answer, are refusals with a sentence", async () => {
  const wrong = openClient({ url, key: "key_x" });
  await expect(wrong.call(listStations, { query: {} })).rejects.toMatchObject({
    status: 401,
    message: "This API key is not valid.",
  });
  const nowhere = openClient({ url: "http://127.0.0.1:1", key: "key_x" });
  await expect(nowhere.call(listStations, { query: {} })).rejects.toMatchObject({ status: null });
});

test("a response that ends too early is a refusal", async () => {
  const server = createServer((_, response) => {
    response.writeHead(200, { "content-type": "application/json", "content-length": "100" });
    response.write("[", () => response.destroy());
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  const client = openClient({ url: `http://127.0.0.1:${port}`, key: "key_x" });
  await expect(client.call(listStations, { query: {} })).rejects.toMatchObject({ name: "Refusal", status: null });
});

test.each(["..", ".", "", "\ud800"])("a parameter %j leads to no other call", async (station) => {
  const client = openClient({ url, key: await keyOf("key A") });
  await expect(client.call(listStationErrors, { params: { station }, query: {} })).rejects.toMatchObject({
    message: "station: This cannot be part of an address.",
  });
});

/** Starts the adapter; `ask` sends a message and returns the answer to it. */
async function openAdapter() {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const served = serveTools({ url, key: await keyOf("key A"), version: "1.2.3", input, output });
  onTestFinished(async () => {
    input.end();
    await served;
  });
  const lines = createInterface({ input: output });
  return async (message: object) => {
    const answered = once(lines, "line");
    input.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
    const [line] = await answered;
    return JSON.parse(String(line));
  };
}

test("an assistant reads with the tools, which are the calls that read", async () => {
  const ask = await openAdapter();
  const params = { protocolVersion: "2025-03-26", capabilities: {}, clientInfo: { name: "test", version: "1" } };
  expect(await ask({ id: 1, method: "initialize", params })).toMatchObject({
    id: 1,
    result: { protocolVersion: "2025-03-26", capabilities: { tools: {} }, serverInfo: { version: "1.2.3" } },
  });
  const { result } = await ask({ id: 2, method: "tools/list" });
  const names = result.tools.map(({ name }: { name: string }) => name);
  expect(names).toContain("listStations");
  expect(names.filter((name: string) => /^(start|change|end)/.test(name))).toEqual([]);
  expect(result.tools.find(({ name }: { name: string }) => name === "listStationErrors")).toMatchObject({
    inputSchema: { type: "object", required: ["station"], properties: { station: {}, filter_resolved: {} } },
  });
  const args = { station: system.ours.station, filter_resolved: false };
  const read = await ask({ id: 3, method: "tools/call", params: { name: "listStationErrors", arguments: args } });
  expect(JSON.parse(read.result.content[0].text)).toMatchObject([{ error_message: expect.any(String) }, {}]);
});

test("what the server refuses is a result, and what is no tool or method an error", async () => {
  const ask = await openAdapter();
  const call = (id: number, name: string, args = {}) =>
    ask({ id, method: "tools/call", params: { name, arguments: args } });
  expect(await call(1, "getStation", { station: system.theirs.station })).toMatchObject({ result: { isError: true } });
  expect(await call(2, "getMaintenance", { window: system.ours.window })).toMatchObject({
    result: { isError: true, content: [{ text: "This API key does not have the scope maintenance." }] },
  });
  expect(await call(3, "startMaintenance")).toMatchObject({ error: { code: -32_602 } });
  expect(await ask({ id: 4, method: "resources/list" })).toMatchObject({ error: { code: -32_601 } });
  expect(await ask({ id: 5, method: "ping" })).toMatchObject({ result: {} });
  expect(await ask({ nonsense: true })).toMatchObject({ id: null, error: { code: -32_600 } });
});
