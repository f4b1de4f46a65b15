import { degreeSigns, enteredLimit, shownLimit } from "@groundcrew/shared/lib";
import type { ListedRule, ReadinessRuleName, RuleEffect } from "@groundcrew/shared/readiness";
import { IconAlertTriangle } from "@tabler/icons-react";
import { countText, shownUnit } from "../../lib/index.ts";
import { Button, ButtonGroup, Cell, Icon, Table } from "../../ui/index.ts";
import { holdText } from "./draft.ts";
import styles from "../readiness.module.css";
import { AS_IT_IS, useNumberInput, type Conversion } from "./use-number-input.ts";

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
            <Condition rule={rule} canChange={canChange} {...changes} />
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
              <span className="nowrap">
                <NumberInput
                  label={`Seconds for which ${rule.label} must hold`}
                  value={rule.hold_s}
                  from={0}
                  to={86_400}
                  onChange={(value) => changes.onNumber(rule, "hold_s", value)}
                />
                {" s"}
              </span>
            ) : (
              holdText(rule.hold_s)
            )}
          </Cell>
        </tr>
      ))}
    </Table>
  );
}

/** When a rule holds, in words, with its limits among them. */
function Condition({ rule, canChange, onNumber }: { rule: ListedRule; canChange: boolean } & Changes) {
  if (rule.condition === null) return <span className="muted">–</span>;
  return (
    <span>
      {shownCondition(rule)
        .split(/\{(limit|low)\}/)
        .map((text) => {
          if (text !== "limit" && text !== "low") return text;
          const limit = rule[text];
          if (limit === null || !canChange) return limit && conversionOf(limit).shown(limit.value);
          return (
            <NumberInput
              key={text}
              label={`${limitName(rule, text)} of ${rule.label}`}
              value={limit.value}
              from={conversionOf(limit).shown(limit.from)}
              to={conversionOf(limit).shown(limit.to)}
              conversion={conversionOf(limit)}
              onChange={(value) => onNumber(rule, text, value)}
            />
          );
        })}
    </span>
  );
}

/** The condition with the unit in which the user reads temperatures. */
function shownCondition({ condition }: ListedRule): string {
  return (condition ?? "").replace(degreeSigns.fahrenheit, degreeSigns[shownUnit.get()]);
}

/** Temperatures are stored in °F. */
function conversionOf({ unit }: NonNullable<ListedRule["limit"]>): Conversion {
  const shownIn = shownUnit.get();
  return unit === degreeSigns.fahrenheit
    ? { shown: (value) => shownLimit(value, shownIn), entered: (value) => enteredLimit(value, shownIn) }
    : AS_IT_IS;
}

function limitName({ low }: ListedRule, part: "limit" | "low"): string {
  if (part === "low") return "Low limit";
  return low === null ? "Limit" : "High limit";
}

type NumberInputProps = {
  label: string;
  value: number;
  from: number;
  to: number;
  conversion?: Conversion;
  onChange: (value: number) => void;
};

/** A number within its limits. */
function NumberInput({ label, value, from, to, conversion, onChange }: NumberInputProps) {
  const input = useNumberInput(value, onChange, conversion);
  return (
    <input
      type="number"
      className={`default surface rounded own-font px-1h ${styles.number}`}
      aria-label={label}
      min={from}
      max={to}
      {...input}
    />
  );
}
