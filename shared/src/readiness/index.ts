export * from "./api.ts";
export { expectedCharges } from "./charging.ts";
export { isMovementJob, readableSnapshot, readingsOf } from "./facts.ts";
export type {
  ChargeMinutes,
  FailedJob,
  FailedSwaps,
  IgnoredReason,
  MarkedGroup,
  ReadinessFacts,
  ReadinessReadings,
} from "./facts.ts";
export * from "./failures.ts";
export * from "./history/index.ts";
export * from "./ignored.ts";
export * from "./readiness.ts";
export { SILENT_MS } from "./reasons/index.ts";
export { applyRules, commonRules, listRules, readinessRules, ruleLabel } from "./rules.ts";
export type { AppliedRules, CommonRules, ListedRule, ReadinessRules, RuleEffect } from "./rules.ts";
export { ruleChangeTexts } from "./rule-changes.ts";
export { readinessRuleName, type ReadinessRuleName } from "./rule-names.ts";
export { blockingRules, stationReadiness, type ReadinessMoment, type StationReadiness } from "./station-readiness.ts";
export * from "./text.ts";
export { systemWord, type SystemWords, type WordKind } from "./words.ts";
