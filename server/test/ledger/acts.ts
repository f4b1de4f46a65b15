import { HOUR_MS, MINUTE_MS } from "@groundcrew/shared/lib";
import { fail, pause, repairOne, replaceChannel } from "./channel-acts.ts";
import { conditionOf } from "./conditions.ts";
import type { Rule, Station } from "./inputs.ts";
import { liveRules, SIDES, type World } from "./world.ts";

/** Something that may happen, and how often it does in a day with 200 stations and 40 rules. */
type RandomAct = {
  name: string;
  aDay: number;
  of: "stations" | "rules" | "fleet";
  run: (world: World) => Promise<void> | void;
};

const inService = (world: World) => world.stations.filter((station) => station.inService);
const minutes = (world: World, low: number, high: number) => world.random.whole(low, high) * MINUTE_MS;
const anyRule = (world: World) => world.random.pick(liveRules(world));

/** The stations of one place of an organization. */
function siteOf(world: World, of: Station): Station[] {
  return inService(world).filter(({ side, place }) => side === of.side && place === of.place);
}

async function edit(world: World, station: Station, body: object): Promise<void> {
  await world.done(0, { method: "PATCH", path: `/stations/${station.name}`, body }, 200);
  world.disturb(station);
}

async function retire(world: World, field: "retired" | "telemetry_enabled"): Promise<void> {
  const station = world.random.pick(inService(world));
  await edit(world, station, { [field]: field === "retired" });
  Object.assign(station, { inService: false, online: false, backAt: null });
  world.disturb(station);
  world.rig.lose(station.name);
}

async function restore(world: World): Promise<void> {
  const station = world.random.pick(world.stations);
  if (station.inService) return;
  await edit(world, station, { retired: false, telemetry_enabled: true });
  Object.assign(station, { inService: true, backAt: world.rig.now() + minutes(world, 0, 20) });
}

async function move(world: World): Promise<void> {
  const station = world.random.pick(world.stations);
  const side = 1 + ((station.side + world.random.whole(0, SIDES - 3)) % (SIDES - 1));
  const names = world.namesOf(side, station.place);
  await edit(world, station, { org_id: world.rig.orgs[side], ...names });
  if (station.window) world.endWindow(station);
  station.side = side;
  station.owners.push({ at: world.rig.now(), side });
  station.serials.push(names.serial_number, names.description);
}

async function beginMaintenance(world: World): Promise<void> {
  const first = world.random.pick(inService(world));
  const stations = (world.random.chance(0.2) ? siteOf(world, first) : [first]).filter(({ window }) => window === null);
  if (stations.length === 0) return;
  const until = world.rig.now() + minutes(world, 10, 300);
  const why = `Belt fact${first.side}z`;
  const body = { stations: stations.map(({ name }) => name), why, until: new Date(until).toISOString() };
  const side = world.random.pick([0, first.side]);
  const windows = await world.done(side, { method: "POST", path: "/maintenance", body }, 201);
  for (const { id, rev, station: name } of windows) {
    const station = stations.find((one) => one.name === name);
    if (!station) continue;
    station.window = { id, rev, until };
    station.maintenance.push({ from: world.rig.now(), until });
    world.disturb(station);
  }
  world.rig.markTopic("maintenance");
}

async function endMaintenance(world: World): Promise<void> {
  const station = world.stations.find(({ window }) => window !== null);
  if (!station?.window) return;
  const { id, rev } = station.window;
  await world.rig.call(0, { method: "POST", path: `/maintenance/${id}/end`, body: { rev, errors: "triage" } });
  world.endWindow(station);
  world.rig.markTopic("maintenance");
}

async function switchRule(world: World, rule: Rule): Promise<void> {
  const last = rule.versions.at(-1);
  if (!last) return;
  const body = { enabled: !last.enabled, reason: null, rev: rule.rev };
  const { rev } = await world.done(rule.side, { method: "PATCH", path: `/alert-rules/${rule.id}`, body }, 200);
  rule.rev = rev;
  rule.versions.push({ ...last, enabled: !last.enabled, at: world.rig.now() });
  world.rig.markTopic("alert_rules");
}

async function deleteRule(world: World, rule: Rule): Promise<void> {
  await world.done(rule.side, { method: "DELETE", path: `/alert-rules/${rule.id}?rev=${rule.rev}` }, 204);
  rule.deleted = world.rig.now();
  world.rig.markTopic("alert_rules");
  await world.addRule(rule.slot);
}

/** A person of a side mutes or acknowledges one of its alerts, or ends that again. */
async function act(world: World): Promise<void> {
  const side = world.random.whole(0, SIDES - 1);
  const { alerts } = await world.done(side, { method: "GET", path: "/alerts" }, 200);
  if (alerts.length === 0) return;
  const alert = world.random.pick<(typeof alerts)[number]>(alerts);
  const path = `/alerts/${alert.id}`;
  const at = world.rig.now();
  const station = alert.subject.kind === "station" ? alert.subject.station : null;
  if (alert.muted) {
    await world.rig.call(side, { method: "DELETE", path: `${path}/mute?rev=${alert.rev}` });
    world.undone.push({ side, alert: alert.id, at });
    return;
  }
  if (world.random.chance(0.5)) {
    const until = at + minutes(world, 20, 600);
    const body = { until: new Date(until).toISOString(), why: `Known side${side}z`, rev: alert.rev };
    const { status } = await world.rig.call(side, { method: "PUT", path: `${path}/mute`, body });
    if (status === 200) world.acts.push({ side, alert: alert.id, what: "muted", at, until, station });
    return;
  }
  const what = alert.owner?.acknowledged_at ? "release" : "acknowledge";
  const body = { act: what, rev: alert.owner?.rev ?? null, note: `Note side${side}z` };
  const { status } = await world.rig.call(side, { method: "PUT", path: `${path}/owner`, body });
  if (status === 200 && what === "acknowledge")
    world.acts.push({ side, alert: alert.id, what: "acknowledged", at, until: at + HOUR_MS, station });
  if (status === 200 && what === "release") world.undone.push({ side, alert: alert.id, at });
}

const RANDOM_ACTS: readonly RandomAct[] = [
  {
    name: "heats",
    aDay: 200,
    of: "stations",
    run: (world) => {
      const station = world.random.pick(world.stations);
      const fahrenheit = world.random.whole(78, 150);
      station.heat = {
        until: world.rig.now() + minutes(world, 5, 400),
        fahrenheit,
        swing: world.random.pick([0, 2, 4, 7]),
      };
    },
  },
  {
    name: "hot batteries",
    aDay: 80,
    of: "stations",
    run: (world) => {
      const station = world.random.pick(world.stations);
      station.celsius = station.celsius > 30 ? 25 : world.random.whole(38, 75);
    },
  },
  {
    name: "failed batteries",
    aDay: 60,
    of: "stations",
    run: (world) => {
      const station = world.random.pick(world.stations);
      station.failed = !station.failed;
    },
  },
  {
    name: "losses",
    aDay: 220,
    of: "stations",
    run: (world) => {
      const back = world.rig.now() + minutes(world, 1, world.random.pick([3, 10, 90, 500]));
      world.lose([world.random.pick(inService(world))], () => back);
    },
  },
  {
    name: "flapping links",
    aDay: 20,
    of: "stations",
    run: (world) => {
      world.random.pick(world.stations).flaps = 6;
    },
  },
  {
    name: "dark sites",
    aDay: 14,
    of: "fleet",
    run: (world) => {
      const back = world.rig.now() + minutes(world, 3, 240);
      world.lose(siteOf(world, world.random.pick(inService(world))), () => back + minutes(world, 0, 2));
    },
  },
  {
    name: "storms",
    aDay: 2,
    of: "fleet",
    run: (world) => {
      const back = world.rig.now() + minutes(world, 3, 100);
      const share = world.random.between(0.35, 0.9);
      const dark = inService(world).filter(() => world.random.chance(share));
      world.lose(dark, () => back + minutes(world, 0, 3));
    },
  },
  { name: "moves", aDay: 40, of: "stations", run: move },
  { name: "retirements", aDay: 16, of: "stations", run: (world) => retire(world, "retired") },
  { name: "telemetry switched off", aDay: 8, of: "stations", run: (world) => retire(world, "telemetry_enabled") },
  { name: "restorations", aDay: 150, of: "stations", run: restore },
  { name: "maintenance", aDay: 40, of: "stations", run: beginMaintenance },
  { name: "maintenance ended", aDay: 20, of: "stations", run: endMaintenance },
  { name: "rules edited", aDay: 40, of: "rules", run: (world) => editRule(world, anyRule(world)) },
  { name: "rules switched", aDay: 30, of: "rules", run: (world) => switchRule(world, anyRule(world)) },
  { name: "rules deleted", aDay: 12, of: "rules", run: (world) => deleteRule(world, anyRule(world)) },
  { name: "channels replaced", aDay: 6, of: "rules", run: replaceChannel },
  { name: "channels paused", aDay: 12, of: "rules", run: pause },
  { name: "receivers failing", aDay: 24, of: "rules", run: fail },
  { name: "channels repaired", aDay: 24, of: "rules", run: repairOne },
  { name: "mutes and acknowledgements", aDay: 120, of: "stations", run: act },
  { name: "restarts", aDay: 30, of: "fleet", run: (world) => world.rig.takeOver() },
];

/** Changes a rule's limit, kind, severity, name or escalation. */
async function editRule(world: World, rule: Rule): Promise<void> {
  const before = rule.versions.at(-1);
  if (!before) return;
  const kinds = ["temperature", "offline", "battery_temperature", "battery_error"] as const;
  const same = kinds.find((kind) => kind === before.condition.kind) ?? "temperature";
  const condition = () =>
    conditionOf(world.random, world.random.chance(0.7) ? same : world.random.pick(kinds), rule.side);
  const differences = [
    () => ({ condition: condition() }),
    () => ({ condition: condition() }),
    () => ({ severity: before.severity === "urgent" ? ("warning" as const) : ("urgent" as const) }),
    () => ({ name: `Rule side${rule.side}z ${world.next()}` }),
    () => ({ stepMinutes: world.random.whole(5, 90) }),
  ];
  await world.change(rule, world.random.pick(differences)());
}

/** All that happens within a time (ms) of a world, at random, so many times as often as usual. */
export async function happen(world: World, ms: number, often: number): Promise<void> {
  const days = ms / (24 * HOUR_MS);
  const shares = { stations: world.stations.length / 200, rules: liveRules(world).length / 40, fleet: 1 };
  for (const { name, aDay, of, run } of RANDOM_ACTS) {
    const expected = aDay * shares[of] * days * often;
    const times = Math.floor(expected) + (world.random.chance(expected % 1) ? 1 : 0);
    for (let time = 0; time < times; time += 1) {
      world.count(name);
      await run(world);
    }
  }
}
