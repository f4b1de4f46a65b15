import { problem, type Endpoint } from "@groundcrew/shared/contract";
import { expect } from "vitest";
import { z } from "zod";
import { prepare } from "../send-all.ts";
import { inject, startTestServer } from "../test-server.ts";
import { expectDeclared } from "../../declared-replies.ts";
import { recordChanges, type LastChange } from "../changes.ts";
import type { Who } from "../people.ts";
import type { TestRequest } from "../request.ts";
import { expected } from "../table.ts";
import type { Sent } from "./requests.ts";

type Reply = Awaited<ReturnType<typeof inject>>;

/** A console that fuzzed requests are sent to. */
export async function openTrial() {
  const system = await startTestServer();
  const readLastChange = await recordChanges(system);
  const { ours, theirs } = system;
  let requests = 0;
  /** What the last change was before the next request to a variant; unknown when a request has changed something. */
  let known: { variant: string; change: LastChange } | null = null;

  /**
   * Sends a request derived from a valid one. The server must either answer as declared, or reject it with a sentence and without
   * changing anything.
   */
  async function tryRequest(
    variant: string,
    who: Who,
    make: (granted: TestRequest, endpoint: Endpoint) => Sent,
  ): Promise<void> {
    const { endpoint, ids, requestFor } = await prepare(system, variant);
    const sent = make(requestFor(ids), endpoint);
    const credentials = await system.credentialsOf(who);
    if (known?.variant !== variant) known = { variant, change: await readLastChange() };
    requests += 1;
    system.logged.length = 0;
    const { url, payload, headers } = sent;
    const reply = await inject(system.app, endpoint, {
      method: endpoint.method,
      url,
      headers: { ...headers, ...credentials },
      remoteAddress: `10.${(requests >> 8) & 255}.${requests & 255}.1`,
      ...(payload !== undefined && { payload }),
    });
    // 503 because the station is offline isn't a server error.
    const isOffline = reply.statusCode === 503 && expected.get(variant)?.get("admin") === 503;
    expect(isOffline ? 200 : reply.statusCode).toBeLessThan(500);
    if (reply.statusCode >= 400) expectRefusal(endpoint, reply);
    else if (!sent.isMutated) expectDeclared(endpoint, reply);
    if (reply.statusCode >= 400 || endpoint.method === "GET") {
      expect(await readLastChange()).toEqual(known.change);
    } else {
      known = null;
      system.noteChange();
    }
  }

  /** Moves the stations back to their organizations and into service, and detaches and reopens their errors. */
  async function restore(): Promise<void> {
    for (const { station, org, error } of [ours, theirs]) {
      const where = { org_id: org, retired: null, telemetry_enabled: true };
      await system.db.updateTable("stations").set(where).where("name", "=", station).execute();
      const open = { time_handled: null, handled_by: null, solution: null, supportlog_entry_id: null };
      await system.db.updateTable("station_errors").set(open).where("id", "=", error).execute();
    }
  }

  return { system, restore, tryRequest };
}

function expectRefusal({ method }: Endpoint, reply: Reply): void {
  expect(reply.headers["content-type"]).toMatch(/^application\/problem\+json/);
  if (method === "HEAD") return;
  const { status, detail } = z.strictObject(problem.shape).parse(JSON.parse(reply.body));
  expect(status).toBe(reply.statusCode);
  const sentences = typeof detail === "string" ? [detail] : detail.map(({ message }) => message);
  expect(sentences.length).toBeGreaterThan(0);
  for (const sentence of sentences) {
    // It may begin with a serial number, which people choose, or with how many of what was sent it is about.
    expect(sentence).toMatch(/^(\S+: |\d+ of \d+ )?[A-Za-z].{8,}/s);
    expect(sentence).not.toMatch(/^(Invalid|Too (big|small)|Unrecognized|Expected)\b|expected|received/);
  }
  expect(reply.body).not.toMatch(/\n\s+at |node_modules|server\/src/);
}
