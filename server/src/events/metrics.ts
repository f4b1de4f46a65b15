import { Counter } from "prom-client";

/** Events received, by what became of them; a `dropped` one found no room and is sent again by its station. */
export const eventsReceived = new Counter({
  name: "groundcrew_events_total",
  help: "Events received from stations, by outcome: stored, duplicate, quarantined, not_accepted, dropped.",
  labelNames: ["outcome"],
});
