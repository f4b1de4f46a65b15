import { MINUTE_MS } from "@groundcrew/shared/lib";
import type { Random } from "@groundcrew/simulator/model";
import type { ledgerRig } from "./rig.ts";
import { conditionOf, KINDS } from "./conditions.ts";
import type { Act, Channel, Rule, Station, Version } from "./inputs.ts";
import type { Kind } from "./receivers.ts";

export type Rig = Awaited<ReturnType<typeof ledgerRig>>;

const CHANNEL_KINDS: readonly Kind[] = ["webhook", "pagerduty", "alertmanager", "email", "webhook"];
/** As many as the largest simulated fleet has. */
export const SIDES = 7;

/** Organizations, their stations, rules and channels, and all that was done with them: what receivers may expect follows from it. */
export class World {
  readonly stations: Station[] = [];
  readonly rules: Rule[] = [];
  readonly channels: Channel[] = [];
  readonly acts: Act[] = [];
  /** What was ended of it. */
  readonly undone: Pick<Act, "side" | "alert" | "at">[] = [];
  /** When the server was down. */
  readonly downs: number[] = [];
  readonly counts: Record<string, number> = {};
  #number = 0;
  readonly rig: Rig;
  readonly random: Random;

  constructor(rig: Rig, random: Random) {
    this.rig = rig;
    this.random = random;
  }

  count(what: string): void {
    this.counts[what] = (this.counts[what] ?? 0) + 1;
  }

  next(): number {
    this.#number += 1;
    return this.#number;
  }

  async build({ stations, rules }: { stations: number; rules: number }): Promise<void> {
    for (let nth = 0; nth < stations; nth += 1) await this.#addStation(nth);
    for (let slot = 0; slot < rules; slot += 1) await this.addRule(slot);
  }

  /** What a station is called while an organization has it. */
  namesOf(side: number, place: string) {
    const number = this.next();
    return {
      serial_number: `SN-fact${side}z-${number}`,
      description: number % 2 === 0 ? "" : `Roof fact${side}z ${number}`,
      location_deployment: `${place} fact${side}z`,
    };
  }

  async #addStation(nth: number): Promise<void> {
    const name = `gc-${nth.toString(16).padStart(12, "0")}`;
    const side = 1 + (nth % (SIDES - 1));
    // Sites of one to eight stations.
    const place = `Yard ${Math.floor(Math.sqrt(nth / (SIDES - 1)) * 1.5)}`;
    const names = this.namesOf(side, place);
    await this.rig.addStation({ name, org_id: this.rig.orgs[side] ?? 0, ...names });
    const at = this.rig.now();
    const station: Station = {
      name,
      place,
      side,
      fahrenheit: 70,
      celsius: 25,
      failed: false,
      online: true,
      backAt: null,
      inService: true,
      window: null,
      heat: null,
      readings: [{ at, fahrenheit: 70 }],
      owners: [{ at, side }],
      changes: [{ at, isUp: true }],
      serials: [names.serial_number, names.description],
      flaps: 0,
      maintenance: [],
    };
    this.stations.push(station);
    this.report(station);
  }

  report({ name, fahrenheit, celsius, failed }: Station): void {
    const batteries = { failed: failed ? [3] : [], hottest: { slot: 1, celsius } };
    this.rig.report(name, fahrenheit, { batteries });
  }

  /** Adds a channel of a side, with a receiver of its own. */
  async addChannel(side: number, kind: Kind): Promise<Channel> {
    const key = `r${"x".repeat(20)}s${side}n${this.next()}`;
    const receiver = this.rig.inbox.add(key, kind, side);
    const body = { kind, name: `Channel side${side}z ${key}`, ...this.rig.inbox.address({ kind, key }) };
    const { channel } = await this.done(side, { method: "POST", path: "/channels", body }, 201);
    const added: Channel = {
      id: channel.id,
      rev: channel.rev,
      receiver,
      troubles: [],
      deleted: null,
    };
    this.channels.push(added);
    return added;
  }

  async addRule(slot: number): Promise<void> {
    const side = slot % SIDES;
    const first = this.rules.find((rule) => rule.side === side && rule.deleted === null)?.versions.at(-1);
    const nth = Math.floor(slot / SIDES);
    const kind = CHANNEL_KINDS[(nth + side) % CHANNEL_KINDS.length] ?? "webhook";
    const before = this.rules.findLast((rule) => rule.slot === slot)?.versions.at(-1);
    const shared = nth === 3 ? first?.channels.slice(0, 1) : undefined;
    const channels = before?.channels ?? [await this.addChannel(side, kind), ...(shared ?? [])];
    const boss = before ? before.boss : nth === 0 ? await this.addChannel(side, "webhook") : (first?.boss ?? null);
    const version: Version = {
      at: this.rig.now(),
      condition: conditionOf(this.random, KINDS[nth % KINDS.length] ?? "offline", side),
      severity: this.random.pick(["urgent", "warning"] as const),
      enabled: true,
      name: `Rule side${side}z ${this.next()}`,
      channels,
      boss,
      stepMinutes: this.random.whole(10, 60),
      grouped: this.random.pick(["alert", "alert", "site", "organization", "hour"] as const),
    };
    const body = { ...this.bodyOf(version, side), org_id: this.rig.orgs[side] };
    const rule = await this.done(side, { method: "POST", path: "/alert-rules", body }, 201);
    this.rules.push({ id: rule.id, rev: rule.rev, slot, side, versions: [version], deleted: null });
    this.rig.markTopic("alert_rules");
  }

  bodyOf({ condition, severity, enabled, name, channels, boss, stepMinutes, grouped }: Version, side: number) {
    const people = this.random.chance(0.3) ? [this.rig.people[side] ?? 0] : [];
    const step = { after_minutes: stepMinutes, channels: boss ? [boss.id] : [], people, through_quiet: false };
    return {
      name,
      condition,
      severity,
      enabled,
      scope: { kind: "all" as const },
      auto_join: true,
      channels: channels.map(({ id }) => id),
      group_by: grouped,
      repeat_minutes: this.random.pick([null, 60, 240]),
      quiet: null,
      tells_recovery: true,
      steps: boss ? [step] : [],
    };
  }

  /** Replaces what was entered about a rule. */
  async change(rule: Rule, differences: Partial<Version>): Promise<void> {
    const before = rule.versions.at(-1);
    if (!before) return;
    const version = { ...before, ...differences, at: this.rig.now() };
    const body = { ...this.bodyOf(version, rule.side), rev: rule.rev };
    const changed = await this.done(rule.side, { method: "PUT", path: `/alert-rules/${rule.id}`, body }, 200);
    rule.rev = changed.rev;
    rule.versions.push(version);
    this.rig.markTopic("alert_rules");
  }

  /** Calls for a side and returns the body of the answer, which has to have a status. */
  async done(side: number, call: Parameters<Rig["call"]>[1], status: number) {
    const answer = await this.rig.call(side, call);
    if (answer.status !== status)
      throw new Error(`${call.method} ${call.path} of side ${side}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  }

  /** Stations that send nothing from now on, back at a time (ms). */
  lose(stations: readonly Station[], backAt: (station: Station) => number): void {
    for (const station of stations) {
      if (!station.online || !station.inService) continue;
      station.online = false;
      station.backAt = backAt(station);
      this.disturb(station);
      this.rig.lose(station.name);
    }
  }

  disturb(station: Station): void {
    station.changes.push({ at: this.rig.now(), isUp: station.online && station.inService });
  }

  /** Sets the clock, and all that stations then report. */
  async pass(ms: number): Promise<void> {
    const now = this.rig.now() + ms;
    await this.rig.setTime(now);
    for (const station of this.stations) {
      if (station.backAt !== null && station.backAt <= now && station.inService) {
        Object.assign(station, { online: true, backAt: null });
        this.disturb(station);
      }
      if (station.flaps > 0 && station.online && station.inService && this.random.chance(0.5)) {
        station.flaps -= 1;
        this.lose([station], () => now + this.random.whole(2, 4) * MINUTE_MS);
      }
      if (station.window && station.window.until <= now) this.endWindow(station);
      const { heat } = station;
      if (heat && heat.until <= now) station.heat = null;
      const noise = this.random.between(-0.5, 0.5);
      const fahrenheit = station.heat
        ? station.heat.fahrenheit + 2 * noise * station.heat.swing
        : Math.max(70, station.fahrenheit - 6);
      if (!station.online) continue;
      const rounded = Math.round(fahrenheit * 10) / 10;
      if (rounded !== station.fahrenheit) station.readings.push({ at: now, fahrenheit: rounded });
      station.fahrenheit = rounded;
      this.report(station);
    }
  }

  endWindow(station: Station): void {
    const last = station.maintenance.at(-1);
    if (last) last.until = Math.min(last.until, this.rig.now());
    station.window = null;
    this.disturb(station);
  }

  /** What keeps a channel from taking messages, from now on. */
  trouble(channel: Channel, isPause: boolean): void {
    channel.troubles.push({ from: this.rig.now(), until: null, isPause });
  }

  relieve(channel: Channel): void {
    for (const trouble of channel.troubles) trouble.until ??= this.rig.now();
  }
}

/** The rules that have not been deleted. */
export function liveRules({ rules }: World): Rule[] {
  return rules.filter(({ deleted }) => deleted === null);
}
