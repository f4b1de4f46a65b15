import { conditionFacts } from "./condition-facts.ts";
import {
  conditionState,
  isOn,
  newLife,
  settle,
  withFound,
  withResolved,
  withSuppression,
  type AlertLife,
  type EndCause,
  type LifeEvent,
  type LifeMatch,
  type LifeRule,
  type Severity,
} from "../src/alerts/index.ts";
import { HOUR_MS, MINUTE_MS } from "../src/lib/index.ts";

/** A rule about the temperature inside a station. Side 0 is the support, 7 an organization. */
export type WatchedRule = LifeRule & { side: number; severity: Severity; limit: number; is_on: boolean };

export const RULES: readonly WatchedRule[] = [
  { id: 1, side: 0, severity: "warning", limit: 100, is_on: true, repeat_ms: null, steps: [15 * MINUTE_MS, HOUR_MS] },
  { id: 2, side: 0, severity: "urgent", limit: 90, is_on: true, repeat_ms: 4 * HOUR_MS, steps: [] },
  { id: 3, side: 7, severity: "warning", limit: 95, is_on: true, repeat_ms: HOUR_MS, steps: [20 * MINUTE_MS] },
];

const REPORT_MS = 5 * MINUTE_MS;
const START = Date.parse("2026-03-01T12:00:00.000Z");
/** An event as it happened: when (ms), and what its match said then. */
export type Happened = LifeEvent & { at: number; match: LifeMatch };

/** What suppresses an alert. */
type Suppression = Pick<AlertLife, "parent" | "maintenance" | "stale">;
const NOT_SUPPRESSED: Suppression = { parent: null, maintenance: null, stale: null };

/**
 * A station, the rules that watch its temperature, and their alert, as the server decides about them: of what is known of an alert, a server
 * that takes over has only what is stored.
 */
export class WatchedRules {
  readonly happened: Happened[] = [];
  now = START;
  temperature = 70;
  life: AlertLife | null = null;
  /** The organization of the station. */
  organization = 7;
  rules: ReadonlyMap<number, WatchedRule> = new Map(RULES.map((rule) => [rule.id, rule]));
  readonly #earlier = new Map<number, readonly number[]>();
  #due: number | null = null;
  #suppression = NOT_SUPPRESSED;
  #inService = true;

  /** Time passes. What is due is decided on the way, and the station reports every five minutes. */
  wait(ms: number): void {
    const until = this.now + ms;
    while (this.now < until) {
      const due = this.#due === null ? Infinity : Math.max(this.#due, this.now + 1);
      this.now = Math.min(until, this.now + REPORT_MS, due);
      if (due <= this.now) this.#decide();
      this.#evaluate();
    }
  }

  /** Time passes in which no server decides anything. */
  stop(ms: number): void {
    this.now += ms;
    this.#decide();
    this.#evaluate();
  }

  read(fahrenheit: number): void {
    this.temperature = fahrenheit;
    this.#evaluate();
  }

  /** Someone changes a rule: with another limit, what people know counts from the next finding; with other steps, none was taken. */
  edit(id: number, changes: Partial<WatchedRule>): void {
    const rule = this.rules.get(id);
    if (!rule) return;
    this.rules = new Map(this.rules).set(id, { ...rule, ...changes });
    const revised = {
      ...(changes.limit !== undefined && { announced_level: null, worse_since: null }),
      ...(changes.steps && { steps: 0 }),
    };
    this.#decide((life) => withMatches(life, (match) => (match.rule === id ? { ...match, ...revised } : match)));
    this.#evaluate();
  }

  switchOff(id: number): void {
    const rule = this.rules.get(id);
    if (rule) this.rules = new Map(this.rules).set(id, { ...rule, is_on: false });
    this.#end([id], "rule");
  }

  retire(): void {
    this.#inService = false;
    this.#end([...this.rules.keys()], "station");
  }

  /** The station moves to another organization, or back: its alert ends, and only the rules of the new one, and of the support, watch it. */
  move(): void {
    this.organization = this.organization === 7 ? 8 : 7;
    this.#end([...this.rules.keys()], "station");
    this.#evaluate();
  }

  deleteRule(id: number): void {
    this.#end([id], "rule");
    this.rules = new Map([...this.rules].filter(([one]) => one !== id));
  }

  restore(): void {
    this.#inService = true;
    this.#evaluate();
  }

  suppress(one: Partial<Suppression>): void {
    this.#suppression = { ...this.#suppression, ...one };
    this.#decide();
    this.#evaluate();
  }

  mute(side: number, ms: number): void {
    this.#decide((life) => {
      const mute = { side, until: this.now + ms, severity: severityOn(life, side), text: "Muted" };
      const accepted = withMatches(life, (match) =>
        match.side === side && match.ended === null
          ? { ...match, announced_level: Math.max(match.announced_level ?? 0, match.level), worse_since: null }
          : match,
      );
      return { ...accepted, mutes: [...life.mutes.filter((other) => other.side !== side), mute] };
    });
  }

  acknowledge(side: number): void {
    this.#decide((life) => ({ ...life, acknowledged: [...new Set([...life.acknowledged, side])] }));
  }

  release(side: number): void {
    this.#decide((life) => ({ ...life, acknowledged: life.acknowledged.filter((own) => own !== side) }));
  }

  /** Another server takes over. The same is found again, once more than necessary. */
  restart(): void {
    this.life = this.life === null ? null : JSON.parse(JSON.stringify(this.life));
    this.#decide();
    this.#evaluate();
    this.#evaluate();
  }

  #decide(change: (life: AlertLife) => AlertLife = (life) => life): void {
    const { now, rules } = this;
    if (this.life === null) return;
    const current = withMatches(this.life, (match) =>
      match.ended === null ? { ...match, severity: rules.get(match.rule)?.severity ?? match.severity } : match,
    );
    const { life, events, due } = settle(withSuppression(change(current), this.#suppression, now), { rules, now });
    for (const event of events) {
      const match = life.matches.find(({ rule }) => rule === event.rule);
      if (match) this.happened.push({ ...event, at: now, match });
    }
    for (const { rule, cause, changes } of life.matches) this.#earlier.set(rule, cause === "condition" ? changes : []);
    this.#due = due;
    this.life = life.ended === null ? life : null;
  }

  /** Asks each rule about the reading. */
  #evaluate(): void {
    for (const rule of this.rules.values()) {
      const isWatching = rule.is_on && (rule.side === 0 || rule.side === this.organization);
      if (isWatching && this.#inService && this.#suppression.stale === null) this.#ask(rule);
    }
  }

  #ask({ id: rule, side, severity, limit }: WatchedRule): void {
    const { now, temperature } = this;
    const match = this.life?.matches.find((one) => one.rule === rule && isOn(one));
    const condition = { kind: "temperature", direction: "above", fahrenheit: limit, minutes: 0 } as const;
    const state = conditionState(condition, conditionFacts({ last_online: START, temperature }), {
      now,
      before: match?.level ?? null,
    });
    if (state.state === "over" && match) this.#end([rule], "condition");
    if (state.state !== "holds") return;
    const { level, title, detail } = state;
    this.life ??= newLife();
    const found = { rule, side, content: { level, title, detail, severity } };
    this.#decide((life) => withFound(life, [found], { now, earlier: this.#earlier }));
  }

  #end(rules: readonly number[], cause: EndCause): void {
    const over = rules.map((rule) => ({ rule, cause, reason: "Ended" }));
    this.#decide((life) => withResolved(life, over, this.now));
  }
}

function withMatches(life: AlertLife, change: (match: LifeMatch) => LifeMatch): AlertLife {
  return { ...life, matches: life.matches.map(change) };
}

function severityOn({ matches }: AlertLife, side: number): Severity {
  const own = matches.filter((match) => match.side === side && match.ended === null);
  return own.some(({ severity }) => severity === "urgent") ? "urgent" : "warning";
}
