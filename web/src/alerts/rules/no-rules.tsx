import { createUsualRules } from "@groundcrew/shared/alerts";
import { IconBellOff, IconPlus } from "@tabler/icons-react";
import { call, failedWrite, useServerMutation } from "../../data/api/index.ts";
import { countText } from "../../lib/index.ts";
import { Button, Empty, toast } from "../../ui/index.ts";
import styles from "../alerts.module.css";
import type { RuleSet } from "./use-rules.ts";

type NoRulesProps = { whose: RuleSet; canChange: boolean };

/** Shown instead of a list without rules: an organization's first five can be created at once. */
export function NoRules({ whose, canChange }: NoRulesProps) {
  const start = useUsualRules();
  if (whose === "customers") return <Empty icon={IconBellOff} sentence="No customer has rules yet." />;
  return (
    <Empty
      icon={IconBellOff}
      sentence="No rules yet"
      action={
        <>
          <span className={`soft ${styles.reason}`}>
            Nobody is notified of anything. Recommended: offline for 10 minutes, above 104°F inside, battery error,
            camera missing, not ready for 10 minutes.
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
