import { unitConfig } from "./entries.ts";
import type { StationTypeMetadata } from "./metadata.ts";

/** The unit configs of the atlas firmware. Numbers 84 to 126 are reserved. */
export const atlasUnitConfigs: StationTypeMetadata["unit_configs"] = {
  1: unitConfig("Roof Light", "Lights inside the roof follow the landing sequence."),
  2: unitConfig("Roof Rain Sensor", "The roof stays shut while the sensor is wet."),
  3: unitConfig("Pad Light", "Lights around the pad during landing."),
  4: unitConfig("Left Lat Stall Detection", "Stops the left lateral arm when it meets resistance.", [3]),
  5: unitConfig("Right Lat Stall Detection", "Stops the right lateral arm when it meets resistance.", [3]),
  6: unitConfig("Front Long Stall Detection", "Stops the front bar when it meets resistance.", [3]),
  7: unitConfig("Back Long Stall Detection", "Stops the back bar when it meets resistance.", [3]),
  8: unitConfig("Gantry Z Soft Landing", "Slows the gripper for the last steps."),
  9: unitConfig("Gripper Retry", "Grips a second time when the first grip slips."),
  10: unitConfig("Power Button Double Press", "Presses twice to switch a drone on.", [4, 5]),
  11: unitConfig("Charger Preheat", "Warms batteries below 10 °C before charging."),
  12: unitConfig("Charger Storage Level", "Holds batteries at 60 % when no flight is planned."),
  13: unitConfig("Heater", "Runs the heater below the lower threshold."),
  14: unitConfig("Cooler", "Runs the cooler above the upper threshold."),
  15: unitConfig("Night Quiet", "Keeps fans at half speed at night."),
  16: unitConfig("Latch Check", "Reads the latch switch before the pad moves.", [3, 4]),
  20: unitConfig("Pad Double Zero", "Zeroes both pad motors twice after a cold start."),
  24: unitConfig("Idle Lock Gantry Z", "Holds the gantry's height by motor current at rest.", [5]),
  32: unitConfig("Wind Interlock", "Refuses to open the roof above the wind limit."),
  40: unitConfig("Camera Lights", "Lights for images taken in the dark."),
  64: unitConfig("Second Hexboard", "Talks to a second board on the same bus.", [3, 4]),
  83: unitConfig("Door Contact", "Reports the service hatch."),
  127: unitConfig("Roof by BLDC", "Drives the roof by a brushless motor.", [3, 4]),
  128: unitConfig("Grippers by BLDC", "Drives both grippers by brushless motors.", [3, 4]),
  129: unitConfig("EXT Board", "Reads the extension board of the brushless motors.", [3, 4]),
  130: unitConfig("FG Stop", "Stops a brushless motor when its FG signal ends.", [3, 4]),
};
