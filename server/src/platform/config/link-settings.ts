import { integer, optional, port, settingDocs, type Mode } from "./kinds.ts";
import { listenAddress, natsUrls, path, plainBrokerUrl, urlText } from "./schemas.ts";

/** The settings of the station link. */
export function stationLink(mode: Mode) {
  return {
    MQTT_HOST: listenAddress(mode)
      .default(mode === "demo" ? "127.0.0.1" : "0.0.0.0")
      .register(settingDocs, { about: "Address the embedded broker listens on; in demo mode a loopback address" }),
    MQTT_PORT: port(1883, { about: "Port of the embedded broker; 0 takes a free one" }),
    MQTT_THREADS: integer(
      { min: 0, max: 1, fallback: mode === "demo" ? 0 : 1 },
      {
        about:
          "With 1, a thread of its own receives and stores what stations send over the embedded broker, so that it does not delay the console; with 0 the main thread does",
      },
    ),
    MQTT_URL: optional(urlText(["mqtt:", "mqtts:"], "mqtt://user:password@host:1883 or mqtts://host:8883"), {
      about: "External broker with the servers' user and password, `mqtt://user:password@host:1883` or `mqtts://…`",
      without: "none: the embedded broker",
      isSecret: true,
    }),
    MQTT_CREDENTIAL_DIR: optional(path(), {
      about: "Folder to which the server writes the password and access files of an external Mosquitto; needs MQTT_URL",
      without: "none: the broker gets the stations' passwords from elsewhere",
    }),
    MQTT_PID_FILE: optional(path(), {
      about:
        "File with the process id of that Mosquitto, by which the server makes it reload these files; needs MQTT_CREDENTIAL_DIR",
      without: "none: reload them by other means",
    }),
    MQTT_PUBLIC_URL: optional(plainBrokerUrl(), {
      about:
        "Address at which stations reach the broker, such as `mqtts://broker.example.com:8883`; shown with a station's new password",
      without: "the address of the embedded broker, if ORIGIN is on this machine",
    }),
    NATS_URL: optional(natsUrls(), {
      about:
        "NATS over which several servers exchange what stations report, `tls://token@host:4222` or `nats://user:password@host:4222`; the servers of a cluster separated by commas",
      without: "none: each server reads from the database what the others store",
      isSecret: true,
    }),
    EVENTS_PER_SECOND: integer(
      { min: 1, max: 10_000, fallback: 10 },
      {
        about: "How many events of one station are stored over time, with a burst of 200 times as many after a pause",
        unit: "a second",
      },
    ),
    ERRORS_PER_DAY: integer(
      { min: 1_000, max: 100_000_000, fallback: 20_000 },
      { about: "How many errors of one station are stored", unit: "a day" },
    ),
  };
}
