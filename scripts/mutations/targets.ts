/** A file, and the tests that show what it does: the fastest ones first, since the first failure decides. */
export type Target = { file: string; tests: readonly string[]; broken?: readonly Broken[] };

/** A change of a file that breaks what is promised. All of them are always tried, and tests have to notice each. */
type Broken = { promise: string; from: string; to: string };

const PROMISES = ["shared/src/alerts/promises.test.ts"];
const LIFE = ["shared/src/alerts/life.test.ts", ...PROMISES];

const SESSIONS = "server/src/sessions/sessions.test.ts";
const GUESSING = "server/src/sessions/guessing.test.ts";

/** What decides who somebody is, who may do and see what, and whether a change is based on what is there. */
export const TARGETS: readonly Target[] = [
  {
    file: "shared/src/ssot/precondition.ts",
    tests: ["shared/src/ssot/fields.test.ts", "server/src/ssot/ssot.test.ts"],
  },
  { file: "shared/src/ssot/next-revision.ts", tests: ["shared/src/ssot/next-revision.test.ts"] },
  { file: "shared/src/sessions/user.ts", tests: ["shared/src/sessions/sessions.test.ts"] },
  { file: "shared/src/maintenance/rights.ts", tests: ["shared/src/maintenance/rights.test.ts"] },
  {
    file: "shared/src/alerts/match.ts",
    tests: LIFE,
    broken: [
      {
        promise: "1. Those who were notified of a start are notified of the end, whatever ended it",
        from: "end_pending: true, is_worse: false",
        to: 'end_pending: cause === "condition", is_worse: false',
      },
      {
        promise: "2. Nobody is notified that it is worse because a rule was edited",
        from: "const announced_level = before.announced_level ?? content.level;",
        to: "const announced_level = before.level;",
      },
      {
        promise: "3. A step that is due is taken, whatever else there is to report",
        from: "const after = { ...match, steps: Math.max(match.steps, steps) };",
        to: "if (match.is_worse) events.length = 0;\n  const after = { ...match, steps: Math.max(match.steps, steps) };",
      },
      {
        promise: "6. The same finding once more changes nothing",
        from: "const updated = { ...before, ...content, side, announced_level };",
        to: "const updated = { ...before, ...content, side, announced_level, announced: null };",
      },
      {
        promise: "7. A flapping match that stays on is reported like others",
        from: "return isSteady(match, now) ? remind",
        to: "return !match.flapping ? remind",
      },
    ],
  },
  {
    file: "shared/src/alerts/life.ts",
    tests: [...LIFE, "server/src/alerts/promises.test.ts", "server/src/alerts/act-on-alert.test.ts"],
    broken: [
      {
        promise: "4. Those who do not see a cause are notified of its parts",
        from: "parent.sides === null || parent.sides.includes(side)",
        to: "parent.sides !== undefined",
      },
    ],
  },
  {
    file: "server/src/alerts/causes/outages.ts",
    tests: [
      "server/src/alerts/causes/outage-findings.test.ts",
      "server/src/alerts/causes/outages.test.ts",
      "server/src/alerts/storm.test.ts",
    ],
    broken: [
      {
        promise: "5. Stations of one site are an outage of that site, however small the fleet",
        from: "if (silent >= SITES_MIN) return true;",
        to: "if (silent > 0) return true;",
      },
      {
        promise: "5. Groundcrew receives data while no more than 30 % of the stations go silent",
        from: "lost.size <= SILENT_PART * (this.#up.size + lost.size)",
        to: "lost.size <= SILENT_PART * this.#up.size",
      },
    ],
  },
  {
    file: "shared/src/alerts/condition-state.ts",
    tests: ["shared/src/alerts/condition-state.test.ts", ...LIFE, "server/src/alerts/conditions.test.ts"],
  },
  { file: "server/src/platform/http/access/scope.ts", tests: ["server/src/platform/http/access/scope.test.ts"] },
  {
    file: "server/src/platform/http/access/principal.ts",
    tests: ["server/src/platform/http/access/principal.test.ts"],
  },
  {
    file: "server/src/platform/http/access/same-origin.ts",
    tests: ["server/src/platform/http/access/same-origin.test.ts"],
  },
  { file: "server/src/sessions/cookie.ts", tests: ["server/src/sessions/cookie.test.ts"] },
  { file: "server/src/sessions/session.ts", tests: [SESSIONS, "server/src/sessions/session-cache.test.ts"] },
  { file: "server/src/sessions/log-in.ts", tests: [SESSIONS, GUESSING, "server/src/sessions/google.test.ts"] },
  { file: "server/src/sessions/google.ts", tests: ["server/src/sessions/google.test.ts"] },
  {
    file: "server/src/sessions/password.ts",
    tests: ["server/src/sessions/password.test.ts", "server/src/sessions/weak-password.test.ts", SESSIONS],
  },
  { file: "server/src/api-keys/api-keys.ts", tests: ["server/src/api-keys/api-keys.test.ts"] },
  {
    file: "server/src/platform/throttle/throttle.ts",
    tests: ["server/src/platform/throttle/throttle.test.ts", GUESSING],
  },
  { file: "server/src/ssot/routes.ts", tests: ["server/src/ssot/ssot.test.ts"] },
  {
    file: "server/src/platform/webhooks/webhooks.ts",
    tests: ["server/src/platform/webhooks/webhooks.test.ts", "server/src/platform/webhooks/answers.test.ts"],
  },
];
