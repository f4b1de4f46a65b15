import { MINUTE_MS } from "@groundcrew/shared/lib";
import { chargingCount, climateControlOf, driftsToC, type FleetStation, type Machine } from "./model/index.ts";

// How long the inside takes to come two thirds of the way to where it is going.
const TAU_MIN = { driven: 10, drifting: 30 } as const;
const HEATER_HYSTERESIS_C = 2;
const COOLER_HYSTERESIS_C = 1.5;

/** Temperature inside, heater and cooler at `to`, with nothing else changing in between. */
export function warmed(
  station: FleetStation,
  machine: Machine,
  to: number,
): Pick<Machine, "insideC" | "heating" | "cooling"> {
  const { lowerC, upperC, cooler } = climateControlOf(station);
  const { insideC } = machine;
  const heating = insideC < (machine.heating ? lowerC + HEATER_HYSTERESIS_C : lowerC);
  const cooling = cooler === "fitted" && insideC > (machine.cooling ? upperC - COOLER_HYSTERESIS_C : upperC);
  const drift = driftsToC(station, chargingCount(machine.charger), to);
  const goal = heating ? Math.max(drift, lowerC + 4) : cooling ? Math.min(drift, upperC - 3) : drift;
  const tau = (heating || cooling ? TAU_MIN.driven : TAU_MIN.drifting) * MINUTE_MS;
  return { insideC: goal + (insideC - goal) * Math.exp((machine.at - to) / tau), heating, cooling };
}
