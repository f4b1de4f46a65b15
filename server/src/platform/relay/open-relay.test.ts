import { expect, onTestFinished, test } from "vitest";
import { metric } from "../../../test/metrics.ts";
import { openOwnStun } from "./open-relay.ts";

test("the server's own STUN server is named by the address at which this machine is reached, and there is no relay", async () => {
  const options = { host: "127.0.0.1", port: 0, publicHost: "console.skyline.test" };
  const opened = await openOwnStun(options, { warn: () => {} });
  onTestFinished(() => opened.stop());
  const port = opened.relay.stun?.port;
  expect(port).toBeGreaterThan(0);
  expect(opened.relay).toEqual({ stun: { host: "console.skyline.test", port }, turn: null });
  expect(await metric("groundcrew_relay_up", { kind: "stun" })).toBe(1);
});
