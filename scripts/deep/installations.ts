import { deepTest, INGEST, type DeepTest } from "./deep-test.ts";

const SCRIPTS = ["bin", "scripts/start.ts", "server/src/platform/config", "server/src/main.ts"];

/** Tests that install, start, upgrade or back up the product as operators do, and of the programs beside it. */
export const INSTALLATIONS: Record<string, DeepTest> = {
  starts: deepTest({
    what: "`npm start` that is killed, stopped and started again, beside programs that use its ports; `npm run dev`; the first installation of packages",
    protects: [...SCRIPTS, "scripts/dev.ts", "scripts/ensure.mjs", "server/src/platform/db/embedded"],
    files: ["scripts/restart.test.ts", "scripts/dev.test.ts", "scripts/ensure.test.ts"],
  }),
  "busy-start": deepTest({
    what: "a first start on a busy machine whose database freezes",
    rows: ["F3"],
    protects: [...SCRIPTS, "server/src/platform/db", "server/demo"],
    files: ["scripts/busy-start.test.ts"],
    amount: { variable: "START_LOAD", full: 10, unit: "busy processes for each core" },
  }),
  installation: deepTest({
    what: "a release as its unit runs it",
    rows: ["S16"],
    protects: [...SCRIPTS, "deploy/systemd", "scripts/release.ts"],
    files: ["scripts/systemd.test.ts"],
    amount: { variable: "INSTALLATIONS", full: 1, unit: "installation" },
    inGate: true,
  }),
  "debian-package": deepTest({
    what: "the Debian package in a scratch root",
    rows: ["S16"],
    protects: [...SCRIPTS, "deploy/debian", "deploy/systemd", "scripts/debian-package.ts", "scripts/release.ts"],
    files: ["scripts/debian-package.test.ts"],
  }),
  commands: deepTest({
    what: "the commands of an installation, from its first migration to its backup beside a running server and its restore",
    rows: ["R19"],
    protects: ["scripts/command", "server/src/backup", "server/src/platform/db"],
    files: ["scripts/command/installation.test.ts", "scripts/backup-beside-server.test.ts"],
  }),
  upgrades: deepTest({
    what: "the database of each release that is migrated, also when each statement in turn is interrupted",
    rows: ["R18", "F21"],
    protects: ["server/src/platform/db/migrate.ts", "server/src/platform/db/migrations", "server/test/releases"],
    files: ["server/test/upgrades.test.ts"],
  }),
  "real-mosquitto": deepTest({
    what: "stations on every broker, also on Mosquitto with the documented configuration",
    rows: ["S20"],
    protects: [...INGEST, "docs/mosquitto.conf", "server/src/stations"],
    files: ["server/test/every-broker.test.ts"],
    amount: { variable: "BROKERS", full: 3, unit: "brokers" },
    inGate: true,
  }),
  "real-haproxy": deepTest({
    what: "stations and calls behind HAProxy with the documented configuration and the chart's, while servers stop and return",
    rows: ["F14"],
    protects: ["deploy/haproxy", "deploy/helm", "server/src/platform/http", "server/src/platform/link"],
    files: ["server/test/station-routing.test.ts", "server/test/chart-haproxy.test.ts"],
  }),
  "stopped-mosquitto": deepTest({
    what: "a Mosquitto that is stopped, and the one of the containers",
    rows: ["F8"],
    protects: [...INGEST, "deploy/compose", "server/src/system"],
    files: ["server/test/stopped-broker.test.ts", "scripts/compose-mosquitto.test.ts"],
  }),
  "real-coturn": deepTest({
    what: "coturn as operators run it, and what doctor says of it",
    rows: ["F24"],
    protects: ["scripts/command", "scripts/coturn.ts", "server/src/platform/relay", "server/src/streams"],
    files: ["server/src/platform/relay/turn.test.ts", "scripts/command/relay.test.ts"],
  }),
};
