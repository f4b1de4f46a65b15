import { canMaintain } from "@groundcrew/shared/maintenance";
import type { SessionUser } from "@groundcrew/shared/sessions";
import type { Station } from "@groundcrew/shared/stations";
import { bulkLabels } from "../../bulk-acts/index.ts";
import { copyRowLink } from "../../kit/index.ts";
import type { StationDialog } from "../../station/index.ts";
import { type FocusedRow, usePageKeys } from "../../ui/index.ts";
import { selectedActions } from "../selection/selected-rows.ts";

type ListKeys = {
  user: SessionUser;
  find: (name: string) => Station | undefined;
  onOpen: (dialog: StationDialog) => void;
};

/**
 * The keys of all lists in the list of stations, whose rows know only arrow keys. M puts the selected stations or, without any, the focused
 * one into maintenance, or extends it.
 */
export function useListKeys({ user, find, onOpen }: ListKeys): void {
  function maintain(): void {
    const act = selectedActions.get().find(({ label }) => label === bulkLabels.maintenance);
    if (act) return act.onPress();
    const station = find(focusedRow()?.key ?? "");
    if (!station || station.retired !== null || !canMaintain(user, station)) return;
    onOpen({ kind: station.maintenance === null ? "maintenance" : "extend", stations: [station] });
  }

  usePageKeys({
    j: () => step("ArrowDown"),
    k: () => step("ArrowUp"),
    l: () => copyRowLink(focusedRow()),
    m: user.can_admin || user.can_manage ? maintain : null,
  });
}

/** Moves the focus as an arrow key does or, from outside of the list, to its first row. */
function step(key: "ArrowDown" | "ArrowUp"): void {
  const { activeElement } = document;
  if (focusedRow() !== null)
    activeElement?.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  else document.querySelector<HTMLElement>(`${ROW} a[href^="/"]`)?.focus();
}

const ROW = "main li[data-key]";

function focusedRow(): FocusedRow | null {
  const element = document.activeElement?.closest<HTMLElement>(ROW);
  return element ? { key: element.dataset["key"] ?? "", element } : null;
}
