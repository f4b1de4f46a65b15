import type { Brand } from "@groundcrew/shared/brand";
import { randomFrom, randomUnit, type FleetStation, type Random, type Fault } from "@groundcrew/simulator/model";
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS, type CalendarDate, WEEK_MS } from "@groundcrew/shared/lib";
import type { StationType } from "@groundcrew/shared/telemetry";
import { demoOrganizations, ORGANIZATION_CYCLE } from "./organizations.ts";
import type { Site } from "./sites.ts";

/** The properties of a demo station that do not depend on its past. Times in ms. */
export type Plan = {
  index: number;
  seed: number;
  role: Role;
  /** Whether it may connect: its telemetry is enabled and it is not retired. */
  connects: boolean;
  name: string;
  serial_number: string;
  station_type: StationType;
  organization: string;
  site: Site;
  lat: number;
  lon: number;
  description: string;
  location_deployment: string;
  created: number;
  shipped: CalendarDate | null;
  retired: number | null;
  /** When its last message was received; null if it never sent one. */
  lastMessageAt: number | null;
  swaps_per_day: number;
  versions: FleetStation["versions"];
  hexone_uri_base: string | null;
};

export type PlanOptions = { seed: number; now: number; brand: Brand };

// Eleven entries, because 11 and the 12 of the organization cycle are coprime, so each organization gets every type.
const TYPE_CYCLE: readonly StationType[] = [
  "atlas",
  "atlas",
  "universal",
  "atlas",
  "global",
  "atlas",
  "universal",
  "atlas",
  "atlas",
  "universal",
  "atlas",
];

/** Plans the station at an index of the fleet. The result does not depend on the size of the fleet. */
export function planStation(index: number, { seed: fleetSeed, now, brand }: PlanOptions): Plan {
  const random = randomFrom(fleetSeed, index);
  const role = roleOf(index);
  const key = ORGANIZATION_CYCLE[index % ORGANIZATION_CYCLE.length] ?? "provider";
  const organization = demoOrganizations(brand)[key];
  const [site, spot] = siteOf(organization.sites, ordinal(ORGANIZATION_CYCLE, index));
  const type = TYPE_CYCLE[index % TYPE_CYCLE.length] ?? "atlas";
  const isCustomer = key !== "provider" && key !== "internal";
  const times = timesOf({ role, random, isCustomer }, now);
  return {
    index,
    seed: Math.floor(random.next() * 2 ** 31),
    role,
    ...identityAt(index, { seed: fleetSeed, brand }),
    serial_number: serialNumber(type, ordinal(TYPE_CYCLE, index) + 1),
    station_type: type,
    organization: organization.name,
    site,
    lat: site.lat + random.between(-0.02, 0.02),
    lon: site.lon + random.between(-0.03, 0.03),
    description: random.chance(0.12) ? "" : random.pick(organization.purposes),
    location_deployment: role.never || random.chance(0.06) ? "" : `${site.city}, ${spot}`,
    ...times,
    swaps_per_day: role.swapsPerDay ?? Math.round(8 + 50 * random.next() ** 2),
    versions: versionsOf(random, index % 7 === 2 && role.awayMs === undefined),
    hexone_uri_base: random.chance(0.1) ? null : `http://10.20.${index % 250}.${random.whole(10, 240)}:8080`,
  };
}

/** Which station is at an index of the fleet. */
export function identityAt(
  index: number,
  { seed, brand }: Pick<PlanOptions, "seed" | "brand">,
): Pick<Plan, "name" | "connects"> {
  const { telemetryOff = false, retired = false } = roleOf(index);
  return { name: brand.station_prefix + hexId(seed, index), connects: !telemetryOff && !retired };
}

/** How many earlier entries of the repeated cycle equal the one at `index`. */
function ordinal(cycle: readonly string[], index: number): number {
  const rounds = Math.floor(index / cycle.length);
  const at = index % cycle.length;
  const like = (part: readonly string[]) => part.filter((entry) => entry === cycle[at]).length;
  return rounds * like(cycle) + like(cycle.slice(0, at));
}

function siteOf(sites: readonly Site[], ordinal: number): [Site, string] {
  const site = sites[ordinal % sites.length];
  const spot = site?.spots[Math.floor(ordinal / sites.length) % site.spots.length];
  if (!site || spot === undefined) throw new RangeError("The organization has no site.");
  return [site, spot];
}

function hexId(seed: number, index: number): string {
  const half = (key: number) =>
    Math.floor(randomUnit(seed, index, key) * 2 ** 24)
      .toString(16)
      .padStart(6, "0");
  return half(1) + half(2);
}

function serialNumber(type: StationType, number: number): string {
  if (type === "atlas") return `Atlas ${String(number).padStart(4, "0")}`;
  if (type === "universal") return `Uni-${String(number).padStart(4, "0")}`;
  return `hexGlobal-${String(number).padStart(2, "0")}`;
}

type Lifecycle = { role: Role; random: Random; isCustomer: boolean };

function timesOf(life: Lifecycle, now: number): Pick<Plan, "created" | "shipped" | "retired" | "lastMessageAt"> {
  const { role, random, isCustomer } = life;
  const ageDays = role.never
    ? 12
    : !role.awayMs && random.chance(0.35)
      ? random.between(25, 350)
      : random.between(380, 1_500);
  const created = Math.round(now - ageDays * DAY_MS - random.between(0, 10) * HOUR_MS);
  const shippedAt = created + random.between(6, 24) * DAY_MS;
  const isShipped = isCustomer && shippedAt < now && random.chance(0.94);
  const away = role.awayMs ?? (role.link === "flapping" ? 3 * MINUTE_MS : random.between(2, 55) * SECOND_MS);
  return {
    created,
    shipped: isShipped ? new Date(shippedAt).toISOString().slice(0, 10) : null,
    retired: role.retired ? now - 11 * 7 * DAY_MS : null,
    lastMessageAt: role.never ? null : Math.round(Math.max(created + HOUR_MS, now - away)),
  };
}

const RELEASES: readonly { api: string; station: string; firmware: readonly string[] }[] = [
  { api: "4.10.1", station: "4.10.1", firmware: ["1.10.0", "1.9.4"] },
  { api: "4.7.4", station: "4.7.4", firmware: ["1.4.2"] },
  { api: "4.7.4", station: "4.7.3", firmware: ["1.4.2", "1.4.0"] },
  { api: "4.6.9", station: "4.6.9", firmware: ["1.4.2"] },
  { api: "4.6.9", station: "4.6.9", firmware: ["1.3.8"] },
  { api: "4.2.0", station: "4.2.0", firmware: ["1.2.11"] },
];

function versionsOf(random: Random, hasNewest: boolean): Plan["versions"] {
  // Most of the others run a release from the middle of the list, and few the oldest.
  const spread = (random.next() + random.next()) / 2;
  const release = RELEASES[hasNewest ? 0 : Math.max(1, Math.floor(spread * RELEASES.length))];
  const flight_software = random.pick(["PX4 1.14.3", "PX4 1.15.0", "ArduPilot 4.5.7"]);
  if (!release) throw new RangeError("There is no release.");
  return { ...release, firmware: [...release.firmware], flight_software };
}

/** How long the newest release has been at the stations that have it. */
const RELEASED_MS = 4 * DAY_MS;

/** When a station got the newest release (ms); null for one that has another, or was never connected. */
export function newestReleaseAt({ versions, lastMessageAt }: Plan): number | null {
  return lastMessageAt === null || versions.api !== RELEASES[0]?.api ? null : lastMessageAt - RELEASED_MS;
}

/** How a station differs from an ordinary one. */
type Role = {
  link?: "flapping" | "offline";
  faults?: readonly Fault[];
  /** How long ago it was last active. Not used together with `never`. */
  awayMs?: number;
  never?: boolean;
  mocked?: boolean;
  telemetryOff?: boolean;
  retired?: boolean;
  swapsPerDay?: number;
  /** Swaps before the history begins; otherwise derived from the station's age. */
  swapsBefore?: number;
  /** The number of its unresolved errors. */
  unresolved?: number;
  /** How long ago it made its last swap, if it has made none since a fault began. */
  haltedMs?: number;
};

const ROLES_OF = 60;

// Distributed so that every organization and type has some of each, and the first three stations are ordinary.
const ROLES: Readonly<Record<number, Role>> = {
  3: { faults: ["hot"], unresolved: 12 },
  5: { swapsPerDay: 90, swapsBefore: 71_208, unresolved: 37 },
  7: { faults: ["camera_missing"], unresolved: 3 },
  8: { faults: ["warn"], unresolved: 104 },
  10: { link: "flapping", unresolved: 1 },
  11: { faults: ["stopped"], haltedMs: 41 * MINUTE_MS },
  13: { link: "offline", awayMs: 3.2 * DAY_MS, unresolved: 2 },
  16: { faults: ["battery"], unresolved: 4 },
  17: { faults: ["weak_charger"], haltedMs: 9 * MINUTE_MS },
  19: { link: "offline", awayMs: 7 * WEEK_MS },
  21: { mocked: true },
  23: { faults: ["swap_fails"], swapsPerDay: 24, haltedMs: 52 * MINUTE_MS },
  24: { faults: ["hexboard_missing"], swapsPerDay: 0, swapsBefore: 6_412, unresolved: 6 },
  26: { link: "offline", awayMs: 6.3 * HOUR_MS },
  28: { faults: ["stuck"], haltedMs: 14 * MINUTE_MS },
  29: { telemetryOff: true, never: true },
  31: { faults: ["wrong_type"] },
  33: { faults: ["gripper"], haltedMs: 125 * MINUTE_MS },
  34: { swapsPerDay: 150, swapsBefore: 121_907 },
  36: { faults: ["door_open"], haltedMs: 34 * MINUTE_MS },
  37: { link: "flapping" },
  40: { faults: ["camera_missing"], unresolved: 1 },
  42: { link: "offline", never: true },
  44: { faults: ["door_unknown"], unresolved: 2 },
  47: { link: "offline", retired: true, awayMs: 12 * WEEK_MS },
  50: { link: "offline", awayMs: 22 * MINUTE_MS },
  52: { faults: ["warn"] },
  53: { mocked: true, unresolved: 9 },
  55: { link: "offline", awayMs: 16 * DAY_MS, unresolved: 1 },
  57: { faults: ["hot", "camera_missing"], unresolved: 19 },
};

/** The role of the demo station at an index of the fleet; most stations have an empty one. */
function roleOf(index: number): Role {
  return ROLES[index % ROLES_OF] ?? {};
}
