import { atlasUnitConfigs } from "./atlas-unit-configs.ts";
import { position } from "./entries.ts";
import { stationTypeLabels } from "../telemetry/index.ts";
import type { StationTypeMetadata } from "./metadata.ts";

/** The atlas station: a gantry under a sliding roof, eight battery slots. Positions are steps from the home switch. */
export const atlas: StationTypeMetadata = {
  label: stationTypeLabels.atlas,
  battery_slots: 8,
  serial_format: "Atlas 0000",
  positions: [
    position("GantryYHome", "Gantry Y Home", { description: "Both sides of the gantry rest against their switches." }),
    position("GantryYPark", "Gantry Y Park", { description: "Clear of the pad, before the drone lands." }),
    position("GantryYDrone", "Gantry Y Drone", {
      description: "Over the battery bay of the drone.",
      subtext: "Measured with the longs closed.",
      v5: "Measured with the longs closed and the pad latched.",
    }),
    position("GantryYCharger", "Gantry Y Charger", { description: "Over the row of charger slots." }),
    position("GantryZTop", "Gantry Z Top", { description: "Highest travel; safe to move in Y." }),
    position("GantryZDrone", "Gantry Z Drone", {
      description: "Height at which the gripper meets the drone's battery.",
    }),
    position("GantryZCharger", "Gantry Z Charger", { description: "Height at which a battery sits in its slot." }),
    position("GantryZButton", "Gantry Z Button", { description: "Height at which the power button is pressed." }),
    position("BattX", "Battery", {
      description: "Where the gripper stands above each charger slot.",
      subtext: "One value a slot, counted from the door side.",
      v5: "One value a slot, counted from the service hatch.",
    }),
    position("LeftLatOpen", "Left Lat Open", { description: "The left lateral arm is out of the way." }),
    position("LeftLatClosed", "Left Lat Closed", { description: "The left lateral arm holds the drone's leg." }),
    position("RightLatOpen", "Right Lat Open", { description: "The right lateral arm is out of the way." }),
    position("RightLatClosed", "Right Lat Closed", { description: "The right lateral arm holds the drone's leg." }),
    position("FrontLongOpen", "Front Long Open", { description: "The front bar is out of the way." }),
    position("FrontLongClosed", "Front Long Closed", { description: "The front bar has centred the drone." }),
    position("BackLongOpen", "Back Long Open", { description: "The back bar is out of the way." }),
    position("BackLongClosed", "Back Long Closed", { description: "The back bar has centred the drone." }),
    position("PadDown", "Pad Down", {
      description: "The pad rests at the bottom.",
      subtext: "Both pad motors read alike.",
    }),
    position("PadUp", "Pad Up", { description: "The pad is level with the roof line, ready for landing." }),
    position("LatchOpen", "Latch Open", { description: "The latch lets the pad move." }),
    position("LatchClosed", "Latch Closed", { description: "The latch holds the pad." }),
    position("PowerPress", "Power Press", { description: "The finger presses the drone's power button." }),
    position("PowerRest", "Power Rest", { description: "The finger is back." }),
    position("RoofSlowdown", "Roof Slowdown", { description: "From here on the roof moves slowly." }),
  ],
  positions_categories: [
    { title: "Gantry Y", entries: ["GantryYHome", "GantryYPark", "GantryYDrone", "GantryYCharger"] },
    { title: "Gantry Z", entries: ["GantryZTop", "GantryZDrone", "GantryZCharger", "GantryZButton"] },
    { title: "Charger", entries: ["BattX"] },
    { title: "Lats", entries: ["LeftLatOpen", "LeftLatClosed", "RightLatOpen", "RightLatClosed"] },
    { title: "Longs", entries: ["FrontLongOpen", "FrontLongClosed", "BackLongOpen", "BackLongClosed"] },
    { title: "Pad", entries: ["PadDown", "PadUp", "LatchOpen", "LatchClosed"] },
    { title: "Power Button", entries: ["PowerPress", "PowerRest"] },
  ],
  unit_configs: atlasUnitConfigs,
  ssot_labels: {
    lte_modem: "LTE Modem",
    ups: "Battery Backup",
    surge_protector: "Surge Protector",
    gps_antenna: "GPS Antenna",
    roof_heater: "Roof Heater",
    cooler: "Cooler",
    fg_bldc_motors: "BLDC Motors with FG",
    ext_board: "EXT Board",
    pad_latch: "Pad Latch",
    weather_mast: "Weather Mast",
  },
  replaceables_labels: {
    gantry_y_belt: "Gantry Y Belt",
    gantry_z_belt: "Gantry Z Belt",
    gripper_pads: "Gripper Pads",
    roof_seal: "Roof Seal",
    roof_rollers: "Roof Rollers",
    air_filter: "Air Filter",
    intake_fan: "Intake Fan",
    charger_contacts: "Charger Contacts",
    power_finger: "Power Finger",
    latch_spring: "Latch Spring",
  },
};
