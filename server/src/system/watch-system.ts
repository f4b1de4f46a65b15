import { SECOND_MS } from "@groundcrew/shared/lib";
import type { Finding, SystemCheck } from "@groundcrew/shared/system";
import type { Logger } from "pino";
import { Gauge } from "prom-client";
import { reasonOf, repeat, type Part } from "../platform/lib/index.ts";
import type { Check } from "./checks.ts";

const LINK_EVERY_MS = 2 * SECOND_MS;
/** A shorter interruption, as when a broker is restarted, is not worth a message. */
const BRIEF_MS = 5 * SECOND_MS;

export type SystemWatch = Part & {
  /** The newest findings, in the order of the checks. */
  checks: () => SystemCheck[];
  /** Since when messages of stations cannot be received (ms); null while they can. */
  disconnectedSince: () => number | null;
  /** Runs one check now. */
  run: (name: string) => Promise<void>;
};

type WatchOptions = {
  checks: readonly Check[];
  /** Whether messages of stations can be received. */
  isLinkUp: () => Promise<boolean>;
  /** Called when a state has changed. */
  onChange: () => void;
  now: () => number;
  log: Logger;
};

const watches = new Set<SystemWatch>();

const okGauge: Gauge<"about"> = new Gauge({
  name: "groundcrew_check_ok",
  help: "1 for each part of the installation about which the last check found no problem, otherwise 0; as on the page Manage, System.",
  labelNames: ["about"],
  collect() {
    okGauge.reset();
    const all = [...watches].flatMap((watch) => watch.checks());
    for (const { about } of all) okGauge.set({ about }, 1);
    for (const { about, state } of all) if (state === "problem") okGauge.set({ about }, 0);
  },
});

/** Runs the checks of the installation regularly, and remembers their findings and since when. */
export function watchSystem({ checks, isLinkUp, onChange, now, log }: WatchOptions): SystemWatch {
  const found = new Map<string, SystemCheck[]>();
  const link = watchConnection({
    isLinkUp,
    onChange() {
      onChange();
      void watch.run("broker");
    },
    now,
  });

  async function run({ name, run: findings }: Check): Promise<void> {
    const before = found.get(name) ?? [];
    const after = (await findings()).map((finding, at) => sinceWhen(finding, before[at], now()));
    found.set(name, after);
    if (after.map(stateOf).join() !== before.map(stateOf).join()) onChange();
  }

  const failure = (name: string) => `the check of the installation could not be made: ${name}`;
  const parts = [
    ...checks.map((check) => repeat(() => run(check), { everyMs: check.everyMs, log, failure: failure(check.name) })),
    repeat(() => link.check(), { everyMs: LINK_EVERY_MS, log, failure: failure("station link") }),
  ];

  const watch: SystemWatch = {
    checks: () => [...link.finding(), ...checks.flatMap(({ name }) => found.get(name) ?? [])],
    disconnectedSince: link.disconnectedSince,
    async run(name) {
      const check = checks.find((each) => each.name === name);
      if (check) await run(check).catch((error: unknown) => log.warn({ reason: reasonOf(error) }, failure(name)));
    },
    async stop() {
      watches.delete(watch);
      await Promise.all(parts.map((part) => part.stop()));
    },
  };
  watches.add(watch);
  return watch;
}

function stateOf({ about, state }: Finding): string {
  return `${about} ${state}`;
}

/** A state lasts since it was first found. Sentences may change with it, such as numbers. */
function sinceWhen(finding: Finding, before: SystemCheck | undefined, now: number): SystemCheck {
  const isSame = before !== undefined && stateOf(before) === stateOf(finding);
  return { ...finding, since: isSame ? before.since : new Date(now).toISOString() };
}

function watchConnection({ isLinkUp, onChange, now }: Pick<WatchOptions, "isLinkUp" | "onChange" | "now">) {
  let lostAt: number | null = null;
  let isReported = false;
  let since: number | null = null;
  return {
    async check(): Promise<void> {
      const isUp = await isLinkUp();
      lostAt = isUp ? null : (lostAt ?? now());
      const wasReported = isReported;
      isReported = lostAt !== null && now() - lostAt >= BRIEF_MS;
      since ??= now();
      if (isReported === wasReported) return;
      since = lostAt ?? now();
      onChange();
    },
    disconnectedSince: () => (isReported ? lostAt : null),
    finding(): SystemCheck[] {
      if (since === null) return [];
      const [state, sentence] = isReported
        ? (["problem", "This server receives no messages of stations."] as const)
        : (["ok", "This server receives the messages of stations."] as const);
      return [{ about: "broker", state, sentence, since: new Date(since).toISOString() }];
    },
  };
}
