import { position, unitConfig } from "./entries.ts";
import { stationTypeLabels } from "../telemetry/index.ts";
import type { StationTypeMetadata } from "./metadata.ts";

/** The universal station: a swapping arm beside a hinged door, six battery slots. Positions are encoder counts. */
export const universal: StationTypeMetadata = {
  label: stationTypeLabels.universal,
  battery_slots: 6,
  serial_format: "Uni-0000",
  positions: [
    position("ArmHome", "Arm Home", { description: "The arm rests against its switch." }),
    position("ArmDrone", "Arm Drone", { description: "The arm reaches the drone's battery bay." }),
    position("ArmCharger", "Arm Charger", { description: "The arm reaches the charger." }),
    position("ArmPark", "Arm Park", { description: "The arm is clear of the pad." }),
    position("LiftTop", "Lift Top", { description: "Highest travel of the lift." }),
    position("LiftDrone", "Lift Drone", {
      description: "Height of the drone's battery.",
      subtext: "Depends on the drone's legs.",
      v5: "Depends on the adapter plate.",
    }),
    position("LiftCharger", "Lift Charger", { description: "Height of the charger slots." }),
    position("BattX", "Battery", { description: "Where the arm stands before each charger slot." }),
    position("ClampOpen", "Clamp Open", { description: "The clamp has let the battery go." }),
    position("ClampClosed", "Clamp Closed", { description: "The clamp holds the battery." }),
    position("CenterOpen", "Centering Open", { description: "The centering bars are out of the way." }),
    position("CenterClosed", "Centering Closed", { description: "The centering bars hold the drone." }),
    position("DoorSlowdown", "Door Slowdown", { description: "From here on the door moves slowly." }),
  ],
  positions_categories: [
    { title: "Arm", entries: ["ArmHome", "ArmDrone", "ArmCharger", "ArmPark"] },
    { title: "Lift", entries: ["LiftTop", "LiftDrone", "LiftCharger"] },
    { title: "Charger", entries: ["BattX"] },
    { title: "Clamp", entries: ["ClampOpen", "ClampClosed"] },
    { title: "Centering", entries: ["CenterOpen", "CenterClosed"] },
  ],
  unit_configs: {
    1: unitConfig("Door Light", "Lights at the door during landing."),
    2: unitConfig("Door Rain Sensor", "The door stays shut while the sensor is wet."),
    3: unitConfig("Clamp Retry", "Clamps a second time when the first try slips."),
    4: unitConfig("Arm Stall Detection", "Stops the arm when it meets resistance.", [2]),
    5: unitConfig("Charger Preheat", "Warms batteries below 10 °C before charging."),
    6: unitConfig("Heater", "Runs the heater below the lower threshold."),
    7: unitConfig("Cooler", "Runs the cooler above the upper threshold."),
    8: unitConfig("Adapter Plate", "Uses the heights of the adapter plate.", [4]),
  },
  ssot_labels: {
    lte_modem: "LTE Modem",
    surge_protector: "Surge Protector",
    gps_antenna: "GPS Antenna",
    cooler: "Cooler",
    adapter_plate: "Adapter Plate",
    wind_sensor: "Wind Sensor",
  },
  replaceables_labels: {
    arm_belt: "Arm Belt",
    lift_spindle: "Lift Spindle",
    clamp_pads: "Clamp Pads",
    door_seal: "Door Seal",
    air_filter: "Air Filter",
    charger_contacts: "Charger Contacts",
  },
};
