import { AggregatorRegistry, Counter, Gauge, Histogram, Registry } from "prom-client";
import { expect, test } from "vitest";
import { valueIn } from "../../test/metrics.ts";
import { threadMetrics } from "./thread-metrics.ts";

/** A thread that has received messages, stored a batch for each, and has as many connections. */
function threadThatCounted(messages: number) {
  const register = new Registry();
  const registers = [register];
  new Counter({ name: "messages_total", help: "Messages.", registers }).inc(messages);
  new Gauge({ name: "connections", help: "Connections.", registers }).set(messages);
  const batches = new Histogram({ name: "batch_seconds", help: "Batches.", buckets: [1], registers });
  for (let nth = 0; nth < messages; nth++) batches.observe(0.5);
  const thread = {
    answers: true,
    async report() {
      const metrics = await register.getMetricsAsJSON();
      return thread.answers ? { rejections: { connections: [], messages: [] }, metrics } : null;
    },
  };
  return thread;
}

test("what a thread counts never decreases while it does not answer, and when it is started again", async () => {
  let current: ReturnType<typeof threadThatCounted> | null = threadThatCounted(3);
  const read = threadMetrics(() => current);
  const seen = async () => {
    const text = await AggregatorRegistry.aggregate(await read()).metrics();
    return ["messages_total", "batch_seconds_count", "connections"].map((name) => valueIn(text, name));
  };
  expect(await seen()).toEqual([3, 3, 3]);
  current.answers = false;
  // What is not counted is unknown then.
  expect(await seen()).toEqual([3, 3, null]);
  current = null;
  expect(await seen()).toEqual([3, 3, null]);
  current = threadThatCounted(2);
  expect(await seen()).toEqual([5, 5, 2]);
  current = threadThatCounted(1);
  expect(await Promise.all([seen(), seen()])).toEqual([
    [6, 6, 1],
    [6, 6, 1],
  ]);
});
