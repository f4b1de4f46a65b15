import { canMaintain } from "@groundcrew/shared/maintenance";
import type { SessionUser } from "@groundcrew/shared/sessions";
import type { Station } from "@groundcrew/shared/stations";
import { copyRowLink } from "../../kit/index.ts";
import type { StationDialog } from "../../station/index.ts";
import { focusedRow, moveAlongRows, usePageKeys } from "../../ui/index.ts";
import { selectedActions } from "../selection/selected-rows.ts";
import { focusRow, rowInWindow } from "../side-panel/list-rows.ts";

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
  const focused = () => focusedRow((name) => find(name) !== undefined);

  function maintain(): void {
    const act = selectedActions.get().find(({ key }) => key === "maintenance");
    if (act) return act.onPress();
    const station = find(focused()?.key ?? "");
    if (!station || station.retired !== null || !canMaintain(user, station)) return;
    onOpen({ kind: station.maintenance === null ? "maintenance" : "extend", stations: [station] });
  }

  usePageKeys(
    {
      j: () => step(1),
      k: () => step(-1),
      l: () => copyRowLink(focused()),
      m: user.can_admin || user.can_manage ? maintain : null,
    },
    { m: "maintenance" },
  );
}

/** Moves the focus as an arrow key does or, from outside of the list, to the first row in the window. */
function step(by: 1 | -1): void {
  const row = moveAlongRows("main li[data-index]", by) ? null : rowInWindow();
  if (row) focusRow(row);
}
