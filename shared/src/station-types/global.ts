import { position, unitConfig } from "./entries.ts";
import { stationTypeLabels } from "../telemetry/index.ts";
import type { StationTypeMetadata } from "./metadata.ts";

/** The global station: a turning carousel of six batteries below the pad. Positions are steps from the home switch. */
export const global: StationTypeMetadata = {
  label: stationTypeLabels.global,
  battery_slots: 6,
  serial_format: "hexGlobal-00",
  positions: [
    position("CarouselHome", "Carousel Home", { description: "Slot 1 is below the hatch." }),
    position("BattX", "Battery", { description: "Angle at which each slot is below the hatch." }),
    position("LiftBottom", "Lift Bottom", { description: "The lift is clear of the carousel." }),
    position("LiftSlot", "Lift Slot", { description: "The lift meets the battery in its slot." }),
    position("LiftDrone", "Lift Drone", {
      description: "The lift meets the drone's battery.",
      subtext: "Measured with the hatch open.",
    }),
    position("HatchOpen", "Hatch Open", { description: "The hatch below the drone is open." }),
    position("HatchClosed", "Hatch Closed", { description: "The hatch below the drone is shut." }),
    position("CenterOpen", "Centering Open", { description: "The centering bars are out of the way." }),
    position("CenterClosed", "Centering Closed", { description: "The centering bars hold the drone." }),
    position("DoorSlowdown", "Door Slowdown", { description: "From here on the door moves slowly." }),
  ],
  positions_categories: [
    { title: "Carousel", entries: ["CarouselHome", "BattX"] },
    { title: "Lift", entries: ["LiftBottom", "LiftSlot", "LiftDrone"] },
    { title: "Hatch", entries: ["HatchOpen", "HatchClosed"] },
    { title: "Centering", entries: ["CenterOpen", "CenterClosed"] },
  ],
  unit_configs: {
    1: unitConfig("Door Light", "Lights at the door during landing."),
    2: unitConfig("Hatch Check", "Reads the hatch switch before the lift moves.", [1]),
    3: unitConfig("Carousel Slow Start", "Turns slowly for the first steps."),
    4: unitConfig("Charger Preheat", "Warms batteries below 10 °C before charging."),
    5: unitConfig("Heater", "Runs the heater below the lower threshold."),
    6: unitConfig("Cooler", "Runs the cooler above the upper threshold."),
  },
  ssot_labels: {
    lte_modem: "LTE Modem",
    surge_protector: "Surge Protector",
    gps_antenna: "GPS Antenna",
    hatch_seal: "Hatch Seal",
    solar_panel: "Solar Panel",
  },
  replaceables_labels: {
    carousel_bearing: "Carousel Bearing",
    lift_belt: "Lift Belt",
    hatch_hinge: "Hatch Hinge",
    door_seal: "Door Seal",
    air_filter: "Air Filter",
  },
};
