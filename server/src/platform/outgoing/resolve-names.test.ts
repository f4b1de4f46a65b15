import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { nameServer } from "../../../test/name-server.ts";
import { openWebhooks } from "../webhooks/index.ts";
import { nameResolver } from "./resolve-names.ts";

const SIX = "2001:db8:0:0:0:0:0:5";
const dead = Object.fromEntries(
  Array.from({ length: 40 }, (_, index) => [`h${index}.dead.example`, { 4: "silent", 6: "silent" } as const]),
);
const names = await nameServer({
  ...dead,
  "both.example": { 4: ["192.0.2.1", "192.0.2.2"], 6: [SIX] },
  "four.example": { 4: ["192.0.2.4"] },
  "six.example": { 6: [SIX] },
  "mute-six.example": { 4: ["192.0.2.6"], 6: "silent" },
  "mute-four.example": { 4: "silent", 6: [SIX] },
  "broken-six.example": { 4: ["192.0.2.7"], 6: "failing" },
  "broken.example": { 4: "failing", 6: "failing" },
  "empty.example": {},
  "here.example": { 4: ["127.0.0.1"] },
  "hook.team.cluster.example": { 4: ["192.0.2.8"] },
  "hook.cluster.example": { 4: ["192.0.2.9"] },
  "deep.hook.team.cluster.example": { 4: ["192.0.2.10"] },
  "written.example": { 4: ["192.0.2.11"] },
});
const folder = await mkdtemp(join(tmpdir(), "names-"));
afterAll(() => rm(folder, { recursive: true }));
const [hostsFile, settingsFile] = [join(folder, "hosts"), join(folder, "resolv.conf")];
await writeFile(
  hostsFile,
  "127.0.0.1 localhost\n# 192.0.2.66 commented.example\n192.0.2.20\twritten.example Alias # written.example\n2001:db8::7 written.example\nnonsense line.example\n",
);
await writeFile(
  settingsFile,
  "nameserver 192.0.2.53\nsearch first.example\nsearch team.cluster.example cluster.example.\noptions timeout:1 ndots:2 # as in a cluster\n",
);
const resolve = nameResolver({ servers: [names.address], hostsFile, settingsFile: "/nonexistent", queryMs: 400 });
const inCluster = nameResolver({ servers: [names.address], hostsFile, settingsFile });
const never = new AbortController().signal;
const addresses = async (host: string, from = resolve) => (await from(host, never)).map(({ address }) => address);

test.each([
  ["both.example", ["192.0.2.1", "192.0.2.2", "2001:db8::5"]],
  ["BOTH.example", ["192.0.2.1", "192.0.2.2", "2001:db8::5"]],
  ["both.example.", ["192.0.2.1", "192.0.2.2", "2001:db8::5"]],
  ["four.example", ["192.0.2.4"]],
  ["six.example", ["2001:db8::5"]],
  ["mute-six.example", ["192.0.2.6"]],
  ["mute-four.example", ["2001:db8::5"]],
  ["broken-six.example", ["192.0.2.7"]],
  ["empty.example", []],
  ["nowhere.example", []],
  ["localhost", ["127.0.0.1", "::1"]],
  ["hook.localhost", ["127.0.0.1", "::1"]],
  ["LOCALHOST.", ["127.0.0.1", "::1"]],
  ["written.example", ["192.0.2.20", "2001:db8::7"]],
  ["Written.Example.", ["192.0.2.20", "2001:db8::7"]],
  ["alias", ["192.0.2.20"]],
  ["commented.example", []],
  ["line.example", []],
])("%s has the addresses %j", async (host, expected) => {
  expect(await addresses(host)).toEqual(expected);
});

test.each([
  ["hook", ["192.0.2.8"]],
  ["hook.cluster", []],
  ["hook.cluster.example", ["192.0.2.9"]],
  ["deep.hook", ["192.0.2.10"]],
  ["both.example", ["192.0.2.1", "192.0.2.2", "2001:db8::5"]],
  ["hook.", []],
])("where names are completed, %s has the addresses %j", async (host, expected) => {
  expect(await addresses(host, inCluster)).toEqual(expected);
});

test("that a name server fails is an error", async () => {
  await expect(addresses("broken.example")).rejects.toThrow("The name servers of broken.example do not answer.");
});

test("queries end when they are no longer needed", async () => {
  const stopping = new AbortController();
  const pending = resolve("h1.dead.example", stopping.signal);
  await expect.poll(() => names.asked).toContain("h1.dead.example/4");
  stopping.abort(new Error("stopped"));
  await expect(pending).rejects.toThrow("stopped");
  await expect(resolve("four.example", stopping.signal)).rejects.toThrow("stopped");
});

test("names whose servers do not answer hold up nothing that is sent to others", async () => {
  const server = createServer((_request, response) => response.writeHead(204).end());
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  afterAll(() => server.close());
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const webhooks = openWebhooks({ allowPrivate: true, resolve, timeoutMs: 60_000 });
  const request = { headers: {}, body: "" };
  let ended = 0;
  const hanging = Object.keys(dead).map((host) =>
    webhooks.send(`http://${host}/`, request).catch((error: unknown) => {
      ended += 1;
      return error;
    }),
  );
  expect((await webhooks.send(`http://here.example:${port}/`, request)).status).toBe(204);
  expect(ended).toBe(0);
  expect(await Promise.all(hanging)).toEqual(
    Object.keys(dead).map((host) => new Error(`The name servers of ${host} do not answer.`)),
  );
});
