import { expect, test } from "vitest";
import { readSettings } from "./read-settings.ts";

function read(MQTT_PUBLIC_URL?: string) {
  const { values, mistakes } = readSettings({ MQTT_PUBLIC_URL });
  return { url: values.MQTT_PUBLIC_URL, mistakes };
}

test.each(["mqtts://broker.example.com:8883", "mqtt://10.0.0.7", "mqtt://[2001:db8::7]:1883"])(
  "the public address %s is taken",
  (url) => {
    expect(read(url)).toEqual({ url, mistakes: [] });
  },
);

test("a public address is optional", () => {
  expect(read()).toEqual({ url: null, mistakes: [] });
});

test.each([
  "broker.example.com",
  "https://broker.example.com",
  "mqtts://user:password@broker.example.com",
  "mqtts://broker.example.com/path",
  "mqtts://broker.example.com?a",
  "mqtts://broker'; rm",
  "mqtts://",
])("the public address %j is refused: admins copy it into a command", (url) => {
  expect(read(url).mistakes).toEqual([
    "MQTT_PUBLIC_URL must look like mqtts://broker.example.com:8883, without a login or a path.",
  ]);
});
