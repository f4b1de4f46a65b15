import { PerformanceObserver } from "node:perf_hooks";

/*
 * Loaded into a started product before anything else: prints its marks and measures as lines of JSON, with the time since the process
 * began and the CPU time it has used so far (ms).
 */
const observer = new PerformanceObserver((list) => {
  const { user, system } = process.cpuUsage();
  for (const { entryType: kind, name, startTime: at, duration: ms } of list.getEntries()) {
    process.stdout.write(`@${JSON.stringify({ kind, name, at, ms, cpu: (user + system) / 1_000 })}\n`);
  }
});
observer.observe({ entryTypes: ["mark", "measure"] });
