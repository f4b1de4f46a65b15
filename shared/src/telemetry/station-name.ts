import { z } from "zod";

/** Name of a station: the product's prefix and an id. Also its MQTT user name and client id. */
export const stationName = z
  .string()
  .regex(/^[a-z0-9-]{1,64}$/, "A station name has lower-case letters, digits and dashes.");
