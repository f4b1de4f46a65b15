import { MINUTE_MS } from "@groundcrew/shared/lib";
import { chargingCount, climateControlOf, equilibriumC, type FleetStation, type Machine } from "./model/index.ts";

// Time constants: how long the inside takes to cover about two thirds of the difference to its target.
const TAU_MIN = { controlled: 10, drifting: 30 } as const;
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
  const uncontrolledC = equilibriumC(station, chargingCount(machine.charger), to);
  const targetC = heating
    ? Math.max(uncontrolledC, lowerC + 4)
    : cooling
      ? Math.min(uncontrolledC, upperC - 3)
      : uncontrolledC;
  const tau = (heating || cooling ? TAU_MIN.controlled : TAU_MIN.drifting) * MINUTE_MS;
  return { insideC: targetC + (insideC - targetC) * Math.exp((machine.at - to) / tau), heating, cooling };
}
