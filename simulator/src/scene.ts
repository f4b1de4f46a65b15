import { z } from "zod";
import { localHour, snapshotOf, type FleetStation, type Machine } from "./model/index.ts";

/** What the cameras of a station can see at one moment. */
export const scene = z.object({
  name: z.string(),
  serial_number: z.string(),
  /** By the station's clock, in ms. */
  at: z.number(),
  step: z.string(),
  docked: z.boolean(),
  door: z.string(),
  lightsOn: z.boolean(),
  /** From 0 (dark) to 1. */
  light: z.number(),
});
export type Scene = z.output<typeof scene>;

/** What a camera sees at a station, by day, at night, and with the lights on. */
export function sceneOf(station: FleetStation, machine: Machine, lightsOn: boolean): Scene {
  const door = snapshotOf(station, machine).status?.door ?? "unknown";
  const hour = localHour(station.place, machine.at);
  const isDay = hour > 6.5 && hour < 20;
  const outside = door === "open" && isDay ? 0.6 : 0.08;
  const { name, serial_number } = station;
  const { at, step, docked } = machine;
  return { name, serial_number, at, step, docked, door, lightsOn, light: lightsOn ? 1 : outside };
}

/** What a camera sees when no command sets the lights: they are on while the station works. */
export function sceneNow(station: FleetStation, machine: Machine): Scene {
  return sceneOf(station, machine, snapshotOf(station, machine).status?.lights === "light");
}

/** A time as it is shown in images, to the millisecond. */
export function clockText(at: number): string {
  return `${new Date(at).toISOString().replace("T", " ").slice(0, 23)} UTC`;
}

/** What the station is doing, in words. */
export function stateText({ step, door, docked, lightsOn }: Scene): string {
  return `${step} · door ${door} · ${docked ? "drone on pad" : "pad empty"} · lights ${lightsOn ? "on" : "off"}`;
}
