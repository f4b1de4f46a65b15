import { useNavigate } from "@tanstack/react-router";
import { IconList, IconStack2, type Icon as TablerIcon } from "@tabler/icons-react";
import { Button, ButtonGroup } from "../../ui/index.ts";
import { rememberTriageView, triageViews, type TriageView } from "../view.ts";
import styles from "./support-log.module.css";

type TriagePath = "/supportlog/triage" | "/supportlog/triage/groups";

const views: Record<TriageView, { label: string; icon: TablerIcon; path: TriagePath }> = {
  groups: { label: "Groups", icon: IconStack2, path: "/supportlog/triage/groups" },
  stations: { label: "Stations", icon: IconList, path: "/supportlog/triage" },
};

/** Switches between the groups of errors and the stations that have some. This browser remembers the choice. */
export function TriageSwitch({ view }: { view: TriageView }) {
  const show = useShowTriage();
  return (
    <ButtonGroup label="View" className={styles.views}>
      {triageViews.map((name) => (
        <Button key={name} icon={views[name].icon} aria-pressed={name === view} onClick={() => show(name)}>
          {views[name].label}
        </Button>
      ))}
    </ButtonGroup>
  );
}

/** Opens a view of triage and remembers it. */
export function useShowTriage(): (view: TriageView) => void {
  const navigate = useNavigate();
  return (view) => {
    rememberTriageView(localStorage, view);
    void navigate({ to: views[view].path, search: true });
  };
}

/** The path of the view that was opened last. */
export function triagePath(view: TriageView): TriagePath {
  return views[view].path;
}
