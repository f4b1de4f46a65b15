import { stream } from "@groundcrew/shared/streams";
import { beforeEach, expect, test } from "vitest";
import { connectOnline } from "./online-station.ts";
import { prepare } from "./send-all.ts";
import { startTestServer } from "./test-server.ts";
import type { Who } from "./people.ts";
import { expected } from "./table.ts";

const system = await startTestServer({ isOnline: true });
const { station } = system.ours;
await connectOnline(system);

// A station supports only a few concurrent streams.
beforeEach(async () => {
  await system.db.deleteFrom("streams").execute();
});

async function send(who: Who, variant: string, more: { stream?: string } = {}) {
  const { endpoint, ids, requestFor } = await prepare(system, variant);
  return system.send(who, endpoint, requestFor({ ...ids, ...more }));
}

const EVERYONE = ["nobody", "user A", "manager A", "user B", "staff", "admin", "key A", "station A"] as const;
/** Callers who get 503 while the station is offline may use it while it is online. */
const isServedOnline = (variant: string, who: Who) => expected.get(variant)?.get(who) === 503;

test.for(EVERYONE)(
  "with the station online, %s takes images or gets the same refusal as when it is offline",
  async (who) => {
    const { status } = await send(who, "takeImages");
    expect(status).toBe(isServedOnline("takeImages", who) ? 201 : expected.get("takeImages")?.get(who));
  },
);

test.for(EVERYONE)(
  "with the station online, %s opens a stream or gets the same refusal as when it is offline",
  async (who) => {
    const opened = await send(who, "openStream");
    expect(opened.status).toBe(isServedOnline("openStream", who) ? 201 : expected.get("openStream")?.get(who));
  },
);

const STEPS = ["addIceCandidate", "answerStream", "keepStreamOpen", "closeStream"] as const;

test("only the user who opened a stream can keep it open, answer it and close it", async () => {
  const opened = await send("user A", "openStream");
  const { id } = stream.parse(JSON.parse(opened.body));
  // Each request has its own session, as if from another browser of the same user.
  for (const who of EVERYONE) {
    for (const step of STEPS) {
      const { status } = await send(who, step, { stream: id });
      expect([who, step, status]).toEqual([who, step, expected.get(step)?.get(who)]);
    }
  }
  const { cookie = "" } = await system.proofOf("user A");
  const inject = (method: "POST" | "PUT" | "DELETE", path: string, payload?: object) =>
    system.app.inject({
      method,
      url: `/api/stations/${station}/streams${path}`,
      headers: { cookie },
      ...(payload && { payload }),
    });
  const own = stream.parse((await inject("POST", "", { cameras: ["cam-1"] })).json());
  const statuses = [
    await inject("POST", `/${own.id}/ice-candidates`, { candidate: "", sdp_mid: "0", sdp_m_line_index: 0 }),
    await inject("PUT", `/${own.id}/ice-answer`, { type: "answer", sdp: "v=0" }),
    await inject("POST", `/${own.id}/heartbeats`),
    await inject("DELETE", `/${own.id}`),
    await inject("POST", `/${own.id}/heartbeats`),
  ].map(({ statusCode }) => statusCode);
  expect(statuses).toEqual([204, 204, 204, 204, 404]);
});
