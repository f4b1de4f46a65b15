import { expect, test } from "vitest";
import { ConfigError, readConfig } from "../server/src/platform/config/index.ts";
import { describeFailure } from "./failure.ts";

const config = readConfig({ DATA_DIR: "/srv/groundcrew" });

function systemError(message: string, fields: Record<string, unknown>): Error {
  return Object.assign(new Error(message), fields);
}

test.each([
  [{ code: "EADDRINUSE", port: 4000 }, "Port 4000 (PORT) is in use by another program"],
  [{ code: "EADDRINUSE", port: 9400 }, "Port 9400 (OPS_PORT) is in use"],
  [{ code: "EADDRINUSE", port: 1883 }, "Port 1883 (MQTT_PORT) is in use"],
  [{ code: "EACCES", syscall: "listen", port: 80 }, "Port 80 may not be used by this user. Choose a port above 1023."],
  [{ code: "EACCES", syscall: "mkdir", path: "/srv/groundcrew" }, "This user may not write to /srv/groundcrew."],
  [{ code: "EROFS", syscall: "open", path: "/srv/groundcrew/key" }, "This user may not write to /srv/groundcrew/key."],
  [{ code: "EEXIST", syscall: "mkdir", path: "/etc/hosts" }, "/etc/hosts is a file; DATA_DIR must be a folder."],
  [{ code: "ENOTDIR", syscall: "mkdir", path: "/srv/file/x" }, "The folder /srv/file/x cannot be created (ENOTDIR)."],
  [{ code: "ENOSPC", syscall: "write" }, "The disk that holds /srv/groundcrew is full."],
  [{ code: "53100" }, "The disk that holds /srv/groundcrew is full."],
  [{ code: "EADDRNOTAVAIL", syscall: "listen" }, "HOST, MQTT_HOST or RELAY_ADDRESS is not an address of this machine"],
])("%j becomes a sentence", (fields, sentence) => {
  expect(describeFailure(systemError("listen failed", fields), config)).toContain(sentence);
});

test("a full disk of an external database is not taken for that of DATA_DIR", () => {
  const external = readConfig({ DATA_DIR: "/srv/groundcrew", DATABASE_URL: "postgres://me@db.example/mine" });
  expect(describeFailure(systemError("could not extend file", { code: "53100" }), external)).toBe(
    "The disk of the database in DATABASE_URL is full. Free some space there and start again.",
  );
});

test("configuration errors are printed unchanged, one on each line", () => {
  expect(describeFailure(new ConfigError("PORT is wrong.\nHOST is wrong."), null)).toBe(
    "PORT is wrong.\nHOST is wrong.",
  );
});

test("the message of an internal error is printed without its stack", () => {
  expect(describeFailure(new Error("The data is in use.\n    at somewhere"), config)).toBe("The data is in use.");
});
