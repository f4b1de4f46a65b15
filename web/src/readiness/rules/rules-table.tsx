import type { ListedRule, ReadinessRuleName, RuleEffect } from "@groundcrew/shared/readiness";
import { IconAlertTriangle } from "@tabler/icons-react";
import { countText } from "../../lib/index.ts";
import { Button, ButtonGroup, Cell, Icon, Table } from "../../ui/index.ts";
import { holdText, unitOf } from "./draft.ts";
import styles from "./rules.module.css";
import { useNumberInput } from "./use-number-input.ts";

const effects = { block: "Block", limit: "Limit", info: "Info", off: "Off" } as const satisfies Record<
  RuleEffect,
  string
>;
const EFFECTS = ["block", "limit", "info", "off"] as const;

/** How many swaps succeeded although a rule blocked. */
type Despite = { rule: ReadinessRuleName; swaps: number; stations: number };

type Changes = {
  onEffect: (rule: ListedRule, effect: RuleEffect) => void;
  onNumber: (rule: ListedRule, part: "limit" | "low" | "hold_s", value: number) => void;
};

type RulesTableProps = Changes & {
  rules: readonly ListedRule[];
  /** The names of rules that differ from those for more stations. */
  own: ReadonlySet<string>;
  despite: readonly Despite[];
  canChange: boolean;
};

const HEAD = [{ label: "Rule" }, { label: "Effect" }, { label: "Limit" }, { label: "Must Hold", isNumber: true }];

/** The rules, with their effects, limits and times. */
export function RulesTable({ rules, own, despite, canChange, ...changes }: RulesTableProps) {
  return (
    <Table label="Rules" head={HEAD} stacks>
      {rules.map((rule) => (
        <tr key={rule.name} className={own.has(rule.name) ? styles.own : undefined}>
          <Cell label="Rule">
            <b className="strong">{rule.label}</b>
          </Cell>
          <Cell label="Effect">
            {canChange ? (
              <ButtonGroup label={`Effect of ${rule.label}`} className={styles.effects}>
                {EFFECTS.map((effect) => (
                  <Button
                    key={effect}
                    aria-pressed={rule.effect === effect}
                    onClick={() => changes.onEffect(rule, effect)}
                  >
                    {effects[effect]}
                  </Button>
                ))}
              </ButtonGroup>
            ) : (
              effects[rule.effect]
            )}
          </Cell>
          <Cell label="Limit">
            <Limits rule={rule} canChange={canChange} {...changes} />
            {despite
              .filter((one) => one.rule === rule.name)
              .map(({ swaps, stations }) => (
                <span key={rule.name} className="row gap-1 caption warn">
                  <Icon icon={IconAlertTriangle} size="s" />
                  {`${countText(swaps, "swap")} at ${countText(stations, "station")} succeeded despite it in 30 days`}
                </span>
              ))}
          </Cell>
          <Cell label="Must Hold" isNumber>
            {canChange ? (
              <NumberInput
                label={`Seconds for which ${rule.label} must hold`}
                value={rule.hold_s}
                from={0}
                to={86_400}
                unit=" s"
                onChange={(value) => changes.onNumber(rule, "hold_s", value)}
              />
            ) : (
              holdText(rule.hold_s)
            )}
          </Cell>
        </tr>
      ))}
    </Table>
  );
}

function Limits({ rule, canChange, onNumber }: { rule: ListedRule; canChange: boolean } & Changes) {
  const parts = (["limit", "low"] as const).flatMap((part) => {
    const limit = rule[part];
    return limit === null ? [] : { part, limit };
  });
  if (parts.length === 0) return <span className="muted">–</span>;
  return (
    <span className="inline-row wrap gap-2">
      {parts.map(({ part, limit }) =>
        canChange ? (
          <NumberInput
            key={part}
            label={`${part === "low" ? "Low limit" : "Limit"} of ${rule.label}`}
            {...limit}
            onChange={(value) => onNumber(rule, part, value)}
          />
        ) : (
          <span key={part}>{`${limit.value}${unitOf(limit.value, limit.unit)}`}</span>
        ),
      )}
    </span>
  );
}

type NumberInputProps = {
  label: string;
  value: number;
  from: number;
  to: number;
  unit: string;
  onChange: (value: number) => void;
};

/** A number within its limits, with its unit. */
function NumberInput({ label, value, from, to, unit, onChange }: NumberInputProps) {
  const input = useNumberInput(value, onChange);
  return (
    <label className="inline-row gap-1 nowrap">
      <input type="number" className={styles.number} aria-label={label} min={from} max={to} {...input} />
      {unitOf(value, unit).trim()}
    </label>
  );
}
