import { useState } from "react";
import { builtInSettings, canChangeView, type SavedView } from "@groundcrew/shared/saved-views";
import type { SessionUser } from "@groundcrew/shared/sessions";
import { defaultViewSettings, type ViewSettings } from "@groundcrew/shared/stations";
import { IconArrowBackUp, IconBookmark, IconChevronDown, IconDeviceFloppy, IconPlus } from "@tabler/icons-react";
import { errorSentence } from "../data/api/index.ts";
import { type Fleet, useMatchingStations } from "../data/fleet/index.ts";
import { wholeNumber } from "../lib/index.ts";
import { Button, Icon, Menu, openOnArrow, usePopup } from "../ui/index.ts";
import { useChanges, type Changes } from "./use-changes.ts";
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
  const { data: views = [], error } = useSavedViews();
  const { isOpen, opener, popup } = usePopup({ focus: "content" });
  const [dialog, setDialog] = useState<ViewDialog | null>(null);
  const current = views.find(({ id }) => String(id) === base.id) ?? null;
  const close = () => setDialog(null);
  const changes = useChanges({
    current,
    base,
    settings,
    onAsk: () => setDialog({ kind: "save" }),
    onSaved: close,
  });
  const failure = error && errorSentence(error);
  const name = current?.name ?? builtInLabels.get(base.id ?? "");
  const isChanged = name !== undefined && changes.isChanged;
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
          <Items
            {...{ user, id: base.id, views, failure, current, isChanged, changes, fleet }}
            menuId={popup.id}
            onDialog={setDialog}
          />
        )}
      </Menu>
      {dialog && <ViewDialogs {...{ dialog, user, current, views, settings, changes }} onClose={close} />}
    </>
  );
}

type ItemsProps = Pick<ViewsMenuProps, "user" | "fleet"> & {
  /** The view that the address names. */
  id: string | undefined;
  views: readonly SavedView[];
  /** Why they may be missing. */
  failure: string | null;
  current: SavedView | null;
  isChanged: boolean;
  changes: Changes;
  menuId: string;
  onDialog: (dialog: ViewDialog) => void;
};

function Items({ id, views, failure, fleet, changes, ...row }: ItemsProps) {
  const { user, current, isChanged, menuId, onDialog } = row;
  const open = useOpenView();
  const rows = (some: readonly SavedView[]) => some.map((view) => <ViewRow key={view.id} view={view} {...row} />);
  return (
    <>
      <Part label="Built in">
        {[...builtInLabels].map(([builtIn, label]) => (
          <ViewItem
            key={builtIn}
            name={label}
            isCurrent={builtIn === id}
            {...{ menuId, isChanged }}
            aside={builtIn === "needs-person" && <Count fleet={fleet} view={builtIn} />}
            onPress={() => open({ view: builtIn })}
          />
        ))}
      </Part>
      <Part label="Mine">{rows(views.filter(({ is_mine }) => is_mine))}</Part>
      <Part label={`Shared with ${user.organization}`}>{rows(views.filter(({ is_mine }) => !is_mine))}</Part>
      {failure !== null && <p className={`caption danger ${styles.part}`}>{failure}</p>}
      <hr className={styles.line} />
      {isChanged && current && canChangeView(user, current) && (
        <MenuAct icon={IconDeviceFloppy} menuId={menuId} onPress={changes.save}>
          {`Save Changes to “${current.name}”${current.people > 0 ? "…" : ""}`}
        </MenuAct>
      )}
      {isChanged && (
        <MenuAct icon={IconArrowBackUp} menuId={menuId} onPress={changes.undo}>
          Undo Changes
        </MenuAct>
      )}
      <MenuAct icon={IconPlus} menuId={menuId} onPress={() => onDialog({ kind: "new" })}>
        Save as New View…
      </MenuAct>
    </>
  );
}

/** How many stations a view has. */
function Count({ fleet, view }: { fleet: Fleet | undefined; view: string }) {
  const stations = useMatchingStations(fleet, builtInSettings(view) ?? defaultViewSettings);
  return stations && <span className="muted">{wholeNumber(stations.length)}</span>;
}
