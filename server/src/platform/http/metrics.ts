import type { FastifyInstance } from "fastify";
import { Histogram } from "prom-client";

const requestDuration = new Histogram({
  name: "groundcrew_http_request_duration_seconds",
  help: "Duration of HTTP requests, by route, method and class of the status.",
  labelNames: ["route", "method", "status"],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
});

/** Measures every request. Its route is the declared path, so that the number of time series is limited; `none` for other paths. */
export function measureRequests(app: FastifyInstance): void {
  app.addHook("onResponse", async ({ method, routeOptions }, { statusCode, elapsedTime }) => {
    const labels = { route: routeOptions.url ?? "none", method, status: `${Math.floor(statusCode / 100)}xx` };
    requestDuration.observe(labels, elapsedTime / 1_000);
  });
}
