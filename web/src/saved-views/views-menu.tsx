import { useState } from "react";
import { builtInSettings, canChangeView, type SavedView } from "@groundcrew/shared/saved-views";
import type { SessionUser } from "@groundcrew/shared/sessions";
import { defaultViewSettings, type ViewSettings } from "@groundcrew/shared/stations";
import { IconArrowBackUp, IconBookmark, IconChevronDown, IconDeviceFloppy, IconPlus } from "@tabler/icons-react";
import { type Fleet, useMatchingStations } from "../data/fleet/index.ts";
import { wholeNumber } from "../lib/index.ts";
import { Button, Icon, Menu, openOnArrow, usePopup } from "../ui/index.ts";
import { useChanges } from "./use-changes.ts";
import { useOpenView, useSavedViews } from "./use-views.ts";
import { ViewDialogs, type ViewDialog } from "./view-dialogs.tsx";
import { MenuAct, Part, ViewItem, ViewRow } from "./view-row.tsx";
import styles from "./views.module.css";

type ViewsMenuProps = {
  user: SessionUser;
  /** The view that the address names, and its settings. */
  base: { id: string | undefined; settings: ViewSettings };
  /** The settings of the list. */
  settings: ViewSettings;
  fleet: Fleet | undefined;
};

const builtInLabels = new Map([
  ["all", "All stations"],
  ["needs-person", "Needs a person"],
]);

/** The saved views of the stations list: a menu that opens, saves and changes them. */
export function ViewsMenu({ user, base, settings, fleet }: ViewsMenuProps) {
  const { data: views = [] } = useSavedViews();
  const open = useOpenView();
  const { isOpen, opener, popup } = usePopup({ focus: "content" });
  const [dialog, setDialog] = useState<ViewDialog | null>(null);
  const current = views.find(({ id }) => String(id) === base.id) ?? null;
  const changes = useChanges({ current, base, settings, onAsk: () => setDialog({ kind: "save" }) });
  const name = current?.name ?? builtInLabels.get(base.id ?? "");
  const isChanged = name !== undefined && changes.isChanged;
  const row = { user, current, isChanged, menuId: popup.id, onDialog: setDialog };
  const rows = (some: readonly SavedView[]) => some.map((view) => <ViewRow key={view.id} view={view} {...row} />);
  return (
    <>
      <Button
        className={styles.opener}
        icon={IconBookmark}
        title="Views"
        aria-label={name === undefined ? "Views" : `View: ${name}${isChanged ? ", changed" : ""}`}
        aria-haspopup="menu"
        onKeyDown={openOnArrow}
        {...opener}
      >
        <span className="visually-hidden-small truncate">{name ?? "Views"}</span>
        {isChanged && <span aria-hidden>•</span>}
        <Icon icon={IconChevronDown} size="s" />
      </Button>
      <Menu label="Views" popup={popup} className={styles.menu}>
        {isOpen && (
          <>
            <Part label="Built in">
              {[...builtInLabels].map(([id, label]) => (
                <ViewItem
                  key={id}
                  name={label}
                  menuId={popup.id}
                  isCurrent={base.id === id}
                  isChanged={isChanged}
                  aside={id === "needs-person" && <Count fleet={fleet} view={id} />}
                  onPress={() => open({ view: id })}
                />
              ))}
            </Part>
            <Part label="Mine">{rows(views.filter(({ is_mine }) => is_mine))}</Part>
            <Part label={`Shared with ${user.organization}`}>{rows(views.filter(({ is_mine }) => !is_mine))}</Part>
            <hr className={styles.line} />
            {isChanged && current && canChangeView(user, current) && (
              <MenuAct icon={IconDeviceFloppy} menuId={popup.id} onPress={changes.save}>
                {`Save Changes to “${current.name}”${current.people > 0 ? "…" : ""}`}
              </MenuAct>
            )}
            {isChanged && base.id !== undefined && (
              <MenuAct icon={IconArrowBackUp} menuId={popup.id} onPress={changes.undo}>
                Undo Changes
              </MenuAct>
            )}
            <MenuAct icon={IconPlus} menuId={popup.id} onPress={() => setDialog({ kind: "new" })}>
              Save as New View…
            </MenuAct>
          </>
        )}
      </Menu>
      {dialog && (
        <ViewDialogs {...{ dialog, user, current, views, base, settings, changes }} onClose={() => setDialog(null)} />
      )}
    </>
  );
}

/** How many stations a view has. */
function Count({ fleet, view }: { fleet: Fleet | undefined; view: string }) {
  const stations = useMatchingStations(fleet, builtInSettings(view) ?? defaultViewSettings);
  return stations && <span className="muted">{wholeNumber(stations.length)}</span>;
}
