import { useNavigate } from "@tanstack/react-router";
import { IconList, IconStack2 } from "@tabler/icons-react";
import { Segments } from "../../kit/index.ts";
import { rememberTriageView, triageViews, type TriageView } from "../view.ts";

type TriagePath = "/supportlog/triage" | "/supportlog/triage/groups";

const labels = { groups: "Groups", stations: "Stations" } as const;
const icons = { groups: IconStack2, stations: IconList };
const paths: Record<TriageView, TriagePath> = { groups: "/supportlog/triage/groups", stations: "/supportlog/triage" };

/** Switches between the groups of errors and the stations that have some. This browser remembers the choice. */
export function TriageSwitch({ view }: { view: TriageView }) {
  return <Segments label="View" {...{ labels, icons }} options={triageViews} value={view} onChange={useShowTriage()} />;
}

/** Opens a view of triage and remembers it. */
export function useShowTriage(): (view: TriageView) => void {
  const navigate = useNavigate();
  return (view) => {
    rememberTriageView(localStorage, view);
    void navigate({ to: paths[view], search: true });
  };
}

/** The path of the view that was opened last. */
export function triagePath(view: TriageView): TriagePath {
  return paths[view];
}
