import {
  conditionState,
  newLife,
  settle,
  withFound,
  withOver,
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
const FACTS = {
  up: true,
  last_online: START,
  failed_slots: [],
  hottest: null,
  missing_cameras: [],
  clock_skew_ms: null,
  last_swapped: null,
  usual_gap: null,
  errors: [],
  firmware: null,
  losses: [],
};

/** An event as it happened: when (ms), and what its match said then. */
export type Happened = LifeEvent & { at: number; match: LifeMatch };

/** What suppresses an alert. */
type Suppression = Pick<AlertLife, "parent" | "maintenance" | "stale">;
const NOT_SUPPRESSED: Suppression = { parent: null, maintenance: null, stale: null };

/**
 * A station, the rules that watch its temperature, and their alert, as the server decides about them: of what is known of an alert, a server
 * that takes over has only what is stored.
 */
export function watchedRules() {
  let now = START;
  let temperature = 70;
  let rules = new Map(RULES.map((rule) => [rule.id, rule]));
  let life: AlertLife | null = null;
  let due: number | null = null;
  let suppression = NOT_SUPPRESSED;
  let inService = true;
  const earlier = new Map<number, readonly number[]>();
  const happened: Happened[] = [];

  function decide(change: (life: AlertLife) => AlertLife = (one) => one): void {
    if (life === null) return;
    const severities = life.matches.map((match) =>
      match.ended === null ? { ...match, severity: rules.get(match.rule)?.severity ?? match.severity } : match,
    );
    const current = withSuppression(change({ ...life, matches: severities }), suppression, now);
    const settled = settle(current, { rules, now });
    ({ life, due } = settled);
    for (const event of settled.events) {
      const match = settled.life.matches.find(({ rule }) => rule === event.rule);
      if (match) happened.push({ ...event, at: now, match });
    }
    for (const { rule, cause, changes } of settled.life.matches)
      earlier.set(rule, cause === "condition" ? changes : []);
    if (life.ended !== null) life = null;
  }

  /** Asks each rule about the reading. */
  function evaluate(): void {
    for (const rule of rules.values()) {
      const match = life?.matches.find((one) => one.rule === rule.id && one.ended === null && one.calm_since === null);
      if (!rule.is_on || !inService || suppression.stale !== null) continue;
      const condition = { kind: "temperature", direction: "above", fahrenheit: rule.limit, minutes: 0 } as const;
      const state = conditionState(condition, { ...FACTS, temperature }, { now, before: match?.level ?? null });
      if (state.state === "over" && match) {
        decide((one) => withOver(one, [{ rule: rule.id, cause: "condition", reason: "Back" }], now));
      }
      if (state.state !== "holds") continue;
      const { level, title, detail } = state;
      const content = { level, title, detail, severity: rule.severity };
      const before = life ?? newLife();
      life = before;
      decide((one) => withFound(one, [{ rule: rule.id, side: rule.side, content }], { now, earlier }));
    }
  }

  function end(ids: readonly number[], cause: EndCause): void {
    decide((one) =>
      withOver(
        one,
        ids.map((rule) => ({ rule, cause, reason: "Ended" })),
        now,
      ),
    );
  }

  function edit(id: number, changes: Partial<WatchedRule>): void {
    const rule = rules.get(id);
    if (!rule) return;
    rules = new Map(rules).set(id, { ...rule, ...changes });
    decide((one) => ({
      ...one,
      matches: one.matches.map((match) =>
        match.rule !== id
          ? match
          : {
              ...match,
              ...(changes.limit !== undefined && { told: null, worse_since: null }),
              ...(changes.steps && { steps: 0 }),
            },
      ),
    }));
    evaluate();
  }

  function suppress(one: Partial<Suppression>): void {
    suppression = { ...suppression, ...one };
    decide();
    evaluate();
  }

  return {
    happened,
    life: () => life,
    now: () => now,
    temperature: () => temperature,
    rules: () => rules,
    /** Time passes. What is due is decided on the way, and the station reports every five minutes. */
    wait(ms: number): void {
      const until = now + ms;
      while (now < until) {
        now = Math.min(until, now + REPORT_MS, due === null ? Infinity : Math.max(due, now + 1));
        if (due !== null && due <= now) decide();
        evaluate();
      }
    },
    /** Time passes in which no server decides anything. */
    stop(ms: number): void {
      now += ms;
      decide();
      evaluate();
    },
    read(fahrenheit: number): void {
      temperature = fahrenheit;
      evaluate();
    },
    edit,
    switchOff(id: number): void {
      const rule = rules.get(id);
      if (rule) rules = new Map(rules).set(id, { ...rule, is_on: false });
      end([id], "rule");
    },
    retire(): void {
      inService = false;
      end([...rules.keys()], "station");
    },
    restore(): void {
      inService = true;
      evaluate();
    },
    suppress,
    mute(side: number, ms: number): void {
      decide((one) => ({
        ...one,
        matches: one.matches.map((match) =>
          match.side === side && match.ended === null ? { ...match, told: match.level, worse_since: null } : match,
        ),
        mutes: [
          ...one.mutes.filter((mute) => mute.side !== side),
          { side, until: now + ms, severity: severityOn(one, side), text: "Muted" },
        ],
      }));
    },
    acknowledge: (side: number) =>
      decide((one) => ({ ...one, acknowledged: [...new Set([...one.acknowledged, side])] })),
    release: (side: number) =>
      decide((one) => ({ ...one, acknowledged: one.acknowledged.filter((own) => own !== side) })),
    /** Another server takes over. The same is found again, once more than necessary. */
    restart(): void {
      life = life === null ? null : JSON.parse(JSON.stringify(life));
      decide();
      evaluate();
      evaluate();
    },
  };
}

function severityOn({ matches }: AlertLife, side: number): Severity {
  const own = matches.filter((match) => match.side === side && match.ended === null);
  return own.some(({ severity }) => severity === "urgent") ? "urgent" : "warning";
}

export type WatchedRules = ReturnType<typeof watchedRules>;
