import { useState } from "react";
import { createUsualRules, type AlertRule } from "@groundcrew/shared/alerts";
import type { SessionUser } from "@groundcrew/shared/sessions";
import { IconBellOff, IconPlus } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { choice, kept, text, viewOf } from "@groundcrew/shared/view";
import { call, failedWrite, useServerMutation } from "../../data/api/index.ts";
import { FilterBar, ListSkeleton, Loaded, NoMatches, Segments, useView } from "../../kit/index.ts";
import { countText, shownTemperature } from "../../lib/index.ts";
import { Button, buttonClass, Empty, Icon, TextButton, toast } from "../../ui/index.ts";
import { AttentionFrame } from "../frame.tsx";
import styles from "../alerts.module.css";
import { RuleList, ruleList } from "./rule-list.tsx";
import { SwitchOffDialog } from "./switch-off-dialog.tsx";
import { UncoveredDialog } from "./uncovered-dialog.tsx";
import { useRules, type RuleSet } from "./use-rules.ts";

/** The listed rules, and the search. */
const rulesView = viewOf("ru", { of: kept(choice(["customers"], "own")), q: text() });

/** The rules that make alerts. */
export function RulesPage({ user }: { user: SessionUser }) {
  const inAddress = useView(rulesView);
  const { view, on } = inAddress;
  const whose = user.can_admin ? view.of : "own";
  const rules = useRules(whose, view.q);
  const { data } = rules;
  const [off, setOff] = useState<AlertRule | null>(null);
  const canChange = user.can_admin || user.can_manage;

  return (
    <AttentionFrame tab="rules" actions={canChange && <NewRule />}>
      <FilterBar
        view={inAddress}
        filters={{
          of: user.can_admin && (
            <Segments
              label="Rules of"
              labels={{ own: user.organization, customers: "Customers" }}
              options={["own", "customers"]}
              counts={data?.counts}
              {...on("of")}
            />
          ),
        }}
        search={{ syntax: "text", help: "Finds rules whose name or organization contains the text." }}
      />
      <Loaded
        query={rules}
        content="rules"
        skeleton={<ListSkeleton kind={ruleList} />}
        isEmpty={data?.rules.length === 0}
        empty={
          <NoMatches of="rules" view={inAddress}>
            <NoRules whose={whose} canChange={canChange} />
          </NoMatches>
        }
      >
        {(loaded) => (
          <RuleList rules={loaded.rules} user={user} showsOrganization={whose === "customers"} onSwitchOff={setOff} />
        )}
      </Loaded>
      {data && data.uncovered > 0 && <Uncovered count={data.uncovered} />}
      {off && <SwitchOffDialog key={off.id} opened={off} rules={data?.rules ?? []} onClose={() => setOff(null)} />}
    </AttentionFrame>
  );
}

function NewRule() {
  return (
    <Link to="/attention/rules/new" className={buttonClass("main")}>
      <Icon icon={IconPlus} />
      New Rule
    </Link>
  );
}

/** How many stations no rule watches for being offline. */
function Uncovered({ count }: { count: number }) {
  const [isOpen, setOpen] = useState(false);
  const texts = count === 1 ? ["has", "it goes", "it"] : ["have", "they go", "them"];
  return (
    <div className="py-2h caption muted">
      {`${countText(count, "station")} ${texts[0]} no rule that notifies when ${texts[1]} offline. `}
      <TextButton onClick={() => setOpen(true)}>{`Show ${texts[2]}`}</TextButton>
      {isOpen && <UncoveredDialog onClose={() => setOpen(false)} />}
    </div>
  );
}

type NoRulesProps = { whose: RuleSet; canChange: boolean };

/** Shown instead of a list without rules: an organization's first five can be created at once. */
function NoRules({ whose, canChange }: NoRulesProps) {
  const start = useUsualRules();
  if (whose === "customers") return <Empty icon={IconBellOff} sentence="No customer has rules yet." />;
  return (
    <Empty
      icon={IconBellOff}
      sentence="No rules yet"
      action={
        <>
          <span className={`soft ${styles.reason}`}>
            Nobody is notified of anything. Recommended: offline for 10 minutes, above {shownTemperature(104)} inside,
            battery error, camera missing, not ready for 10 minutes.
          </span>
          {canChange && (
            <Button tone="main" icon={IconPlus} busy={start.isPending} onClick={() => start.mutate()}>
              Add 5 Recommended Rules
            </Button>
          )}
        </>
      }
    />
  );
}

function useUsualRules() {
  return useServerMutation({
    run: async (_input: void, once) => (await call(createUsualRules, { body: { channels: [] } }, once)).body,
    onSuccess: (rules) => toast("success", `Created ${countText(rules.length, "rule")}`, "Choose who is notified."),
    onError: (error) => toast("danger", ...failedWrite(error, "The rules were not created.")),
  });
}
