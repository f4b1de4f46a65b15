import { expect, test } from "vitest";
import { addLoad, RECONNECTING } from "./crash-load.ts";
import { embeddedServer } from "./embedded-server.ts";
import { failure } from "./event-rig.ts";
import { eventSender } from "./event-sender.ts";
import { childrenOf } from "./processes.ts";
import { hasStrace, traceCalls } from "./strace.ts";
import { signIn } from "./writing-person.ts";

const SAMPLES = Number(process.env["SYNC_SAMPLES"] ?? 20);
const STATION = "gc-000000000001";
/** Text is shown as a whole. */
const OPTIONS = ["-f", "-s", "4096", "-e", "trace=fdatasync,fsync,write,writev,sendto,sendmsg,recvfrom"];

test.runIf(hasStrace)(
  `in ${SAMPLES} of ${SAMPLES} events and entries, what is acknowledged has been written to disk by the database before`,
  async ({ onTestFinished }) => {
    const server = await embeddedServer();
    onTestFinished(() => server.stop());
    await addLoad(server.db);
    const call = await signIn(server.url);
    const station = eventSender(STATION, server.brokerPort);
    onTestFinished(() => station.stop());
    station.add((id) => failure(id, Date.now()));
    await expect.poll(() => station.acknowledged.size, RECONNECTING).toBe(1);

    const postmaster = server.database() ?? 0;
    const backends = childrenOf(postmaster).map(({ pid }) => pid);
    const trace = await traceCalls([process.pid, postmaster, ...backends], OPTIONS);
    const texts: string[] = [];
    for (let nth = 1; nth <= SAMPLES; nth += 1) {
      // One after the other, so that hardly any commit is written to disk by that of another.
      station.add((id) => failure(id, Date.now()));
      await station.drain();
      const text = `Written to disk ${nth}.`;
      // The key is looked up on any connection before the transaction, so that it must not contain the text.
      const body = { content: text, status: "note" };
      expect((await call(`/stations/${STATION}/supportlog`, { body, key: `entry ${nth}` })).status).toBe(201);
      texts.push(text);
    }
    const calls = await trace.finish();
    const ids = station.sent.slice(1).map(({ event_id }) => event_id);
    const answered = (id: string) =>
      firstCall(calls, (each) => isSent(each) && each.includes("event_ack") && each.includes(id));
    const created = (text: string) =>
      firstCall(calls, (each) => isSent(each) && each.includes("HTTP/1.1 201") && each.includes(text));
    expect(ids.filter((id) => !isSynced(calls, id, answered(id)))).toEqual([]);
    expect(texts.filter((text) => !isSynced(calls, text, created(text)))).toEqual([]);
    process.stdout.write(`figure: ${ids.length} events and ${texts.length} entries, each on disk before its answer\n`);
  },
  Math.max(300_000, SAMPLES * 2_000),
);

function firstCall(calls: readonly string[], matches: (each: string) => boolean, after = 0): number {
  return calls.findIndex((each, index) => index >= after && matches(each));
}

function isSent(each: string): boolean {
  return /^\d+ +(write|writev|sendto|sendmsg)\(/.test(each);
}

/**
 * Whether a process of the database has received a text, then the end of its transaction, and it has been synced, before an answer was
 * sent. If regular work of the server commits at the same moment, its process may sync both.
 */
function isSynced(calls: readonly string[], text: string, answeredAt: number): boolean {
  const received = firstCall(
    calls,
    (each) => /^\d+ +(recvfrom\(|<... recvfrom resumed)/.test(each) && each.includes(text),
  );
  const pid = calls[received]?.split(" ", 1)[0] ?? "none";
  const isOf = (each: string) => each.startsWith(`${pid} `);
  const committed = firstCall(
    calls,
    (each) => isOf(each) && each.includes("recvfrom") && each.includes("commit"),
    received,
  );
  const synced = firstCall(calls, (each) => each.includes("fdatasync") && each.endsWith("= 0"), committed);
  return received >= 0 && committed >= received && synced > committed && synced < answeredAt;
}
