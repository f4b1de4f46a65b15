import { z } from "zod";

/** A station's name: the product's prefix and an id. It is also its MQTT user name and client id. */
export const stationName = z
  .string()
  .regex(/^[a-z0-9-]{1,64}$/, "A station name has lower-case letters, digits and dashes.");
