/** A file, and the tests that show what it does: the fastest ones first, since the first failure decides. */
export type Target = { file: string; tests: readonly string[] };

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
  { file: "server/src/http/scope.ts", tests: ["server/src/http/scope.test.ts"] },
  { file: "server/src/http/principal.ts", tests: ["server/src/http/principal.test.ts"] },
  { file: "server/src/http/same-origin.ts", tests: ["server/src/http/same-origin.test.ts"] },
  { file: "server/src/sessions/cookie.ts", tests: ["server/src/sessions/cookie.test.ts"] },
  { file: "server/src/sessions/session.ts", tests: [SESSIONS, "server/src/sessions/session-cache.test.ts"] },
  { file: "server/src/sessions/log-in.ts", tests: [SESSIONS, GUESSING, "server/src/sessions/google.test.ts"] },
  { file: "server/src/sessions/google.ts", tests: ["server/src/sessions/google.test.ts"] },
  {
    file: "server/src/sessions/password.ts",
    tests: ["server/src/sessions/password.test.ts", "server/src/sessions/weak-password.test.ts", SESSIONS],
  },
  { file: "server/src/api-keys/api-keys.ts", tests: ["server/src/api-keys/api-keys.test.ts"] },
  { file: "server/src/throttle/throttle.ts", tests: ["server/src/throttle/throttle.test.ts", GUESSING] },
  { file: "server/src/ssot/routes.ts", tests: ["server/src/ssot/ssot.test.ts"] },
  { file: "server/src/webhooks/webhooks.ts", tests: ["server/src/webhooks/webhooks.test.ts"] },
];
