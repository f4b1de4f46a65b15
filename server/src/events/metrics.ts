import { Counter } from "prom-client";

/** Events received, by outcome. A `dropped` event did not fit into the queue; its station sends it again. */
export const eventsReceived = new Counter({
  name: "groundcrew_events_total",
  help: "Events received from stations, by outcome: stored, duplicate, quarantined, not_accepted, dropped.",
  labelNames: ["outcome"],
});
