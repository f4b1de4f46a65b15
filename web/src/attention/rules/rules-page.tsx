import { truncate } from "@groundcrew/shared/lib";
import { useState } from "react";
import type { AlertRule } from "@groundcrew/shared/alerts";
import type { SessionUser } from "@groundcrew/shared/sessions";
import { IconPlus } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { failedWrite } from "../../api/index.ts";
import { SearchBox } from "../../fleet/index.ts";
import { ListSkeleton, Loaded } from "../../kit/index.ts";
import { countText, wholeNumber } from "../../lib/index.ts";
import { Button, buttonClass, ButtonGroup, Icon, toast } from "../../ui/index.ts";
import type { AttentionQuery } from "../attention-query.ts";
import { AttentionFrame } from "../frame.tsx";
import { NoRules } from "./no-rules.tsx";
import { RuleList, ruleList } from "./rule-list.tsx";
import styles from "./rules-page.module.css";
import { SwitchOffDialog } from "./switch-off-dialog.tsx";
import { UncoveredDialog } from "./uncovered-dialog.tsx";
import { useRules, useSwitchRule, type Whose } from "./use-rules.ts";

type RulesPageProps = {
  user: SessionUser;
  query: AttentionQuery;
  onQuery: (query: AttentionQuery) => void;
};

/** The rules that make alerts. */
export function RulesPage({ user, query, onQuery }: RulesPageProps) {
  const whose: Whose = user.can_admin && query["ru-of"] === "customers" ? "customers" : "own";
  const search = truncate(query["ru-q"] ?? "", 200);
  const rules = useRules(whose, search);
  const { data } = rules;
  const [off, setOff] = useState<AlertRule | null>(null);
  const change = useSwitchRule({
    onError: (failure) => toast("danger", ...failedWrite(failure, "The rule was not changed.")),
  });
  const canChange = user.can_admin || user.can_manage;
  const set = (key: "ru-of" | "ru-q", text: string) => {
    const { [key]: _before, ...rest } = query;
    onQuery(text === "" ? rest : { ...rest, [key]: text });
  };

  return (
    <AttentionFrame tab="rules" actions={canChange && <NewRule />}>
      <div className={styles.tools}>
        {user.can_admin && (
          <ButtonGroup label="Whose rules">
            <Button aria-pressed={whose === "own"} onClick={() => set("ru-of", "")}>
              {`${user.organization} ${data ? wholeNumber(data.counts.own) : ""}`}
            </Button>
            <Button aria-pressed={whose === "customers"} onClick={() => set("ru-of", "customers")}>
              {`Customers ${data ? wholeNumber(data.counts.customers) : ""}`}
            </Button>
          </ButtonGroup>
        )}
        <div className={styles.search}>
          <SearchBox
            search={search}
            syntax="text"
            help="Finds rules whose name or organization contains the text."
            onSearch={(text) => set("ru-q", text)}
          />
        </div>
      </div>
      <Loaded query={rules} content="rules" skeleton={<ListSkeleton kind={ruleList} />}>
        {(loaded) =>
          loaded.rules.length > 0 ? (
            <RuleList
              rules={loaded.rules}
              user={user}
              showsOrganization={whose === "customers"}
              onSwitch={(rule, enabled) => (enabled ? change.mutate({ rule, enabled, reason: null }) : setOff(rule))}
            />
          ) : (
            <NoRules search={search} whose={whose} canChange={canChange} onClear={() => set("ru-q", "")} />
          )
        }
      </Loaded>
      {data && data.uncovered > 0 && <Uncovered count={data.uncovered} />}
      {off && <SwitchOffDialog key={off.id} opened={off} rules={data?.rules ?? []} onClose={() => setOff(null)} />}
    </AttentionFrame>
  );
}

function NewRule() {
  return (
    <Link to="/attention/$" params={{ _splat: "rules/new" }} className={buttonClass("main")}>
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
    <div className={styles.foot}>
      {`${countText(count, "station")} ${texts[0]} no rule that notifies when ${texts[1]} offline. `}
      <button type="button" className={styles.link} onClick={() => setOpen(true)}>
        {`Show ${texts[2]}`}
      </button>
      {isOpen && <UncoveredDialog onClose={() => setOpen(false)} />}
    </div>
  );
}
