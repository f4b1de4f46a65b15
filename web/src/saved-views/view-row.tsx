import type { ReactNode } from "react";
import { canChangeView, type SavedView } from "@groundcrew/shared/saved-views";
import type { SessionUser } from "@groundcrew/shared/sessions";
import {
  IconCheck,
  IconDots,
  IconLink,
  IconLock,
  IconPencil,
  IconStar,
  IconTrash,
  IconUsers,
  type Icon as TablerIcon,
} from "@tabler/icons-react";
import { copyText } from "../lib/index.ts";
import { Icon, Menu, MenuItem, toast, usePopup } from "../ui/index.ts";
import { useDefaultView, useOpenView, useViewChange } from "./use-views.ts";
import type { ViewDialog } from "./view-dialogs.tsx";
import styles from "./views.module.css";

/** Some of the views, if there are any. */
export function Part({ label, children }: { label: string; children: readonly ReactNode[] }) {
  if (children.length === 0) return null;
  return (
    <fieldset aria-label={label} className="m-0 p-0 no-border min-0">
      <div aria-hidden className={`caption muted ${styles.part}`}>
        {label}
      </div>
      {children}
    </fieldset>
  );
}

type ViewItemProps = {
  name: string;
  menuId: string;
  isCurrent: boolean;
  /** True if the list differs from the view that it opened with. */
  isChanged: boolean;
  aside: ReactNode;
  onPress: () => void;
};

/** An item that opens a view, and closes the menu. */
export function ViewItem({ name, menuId, isCurrent, isChanged, aside, onPress }: ViewItemProps) {
  return (
    <MenuItem kind="radio" isOn={isCurrent} isFirst={isCurrent} className="grow" {...{ menuId, onPress }}>
      <span className="square-16 inline-row justify-center rigid accent">
        {isCurrent && <Icon icon={IconCheck} size="s" />}
      </span>
      <span className="truncate" title={name}>
        {name}
      </span>
      {isCurrent && isChanged && <span className="caption strong tint-warn rounded-sm px-1h rigid">Changed</span>}
      <span className="row gap-1 push-right normal min-0">{aside}</span>
    </MenuItem>
  );
}

type MenuActProps = {
  icon: TablerIcon;
  menuId: string;
  isOn?: boolean;
  isDangerous?: boolean;
  onPress: () => void;
  children: ReactNode;
};

/** An item that does something, and closes the menu. With `isOn` it is a switch. */
export function MenuAct({ icon, menuId, isOn, isDangerous = false, onPress, children }: MenuActProps) {
  return (
    <MenuItem
      kind={isOn === undefined ? undefined : "checkbox"}
      className={isDangerous && "danger"}
      {...{ isOn, menuId, icon, onPress }}
    >
      <span className="truncate">{children}</span>
      {isOn === true && (
        <span className="push-right accent">
          <Icon icon={IconCheck} size="s" />
        </span>
      )}
    </MenuItem>
  );
}

type ViewRowProps = {
  view: SavedView;
  user: SessionUser;
  /** The view that the list opened with, and whether it differs from it. */
  current: SavedView | null;
  isChanged: boolean;
  menuId: string;
  onDialog: (dialog: ViewDialog) => void;
};

/** A saved view in the menu, with what else can be done with it. */
export function ViewRow({ view, user, current, isChanged, menuId, onDialog }: ViewRowProps) {
  const { id, name, by, is_mine } = view;
  const open = useOpenView();
  const { isOpen, opener, popup } = usePopup({ focus: "content" });
  const aside = (
    <>
      {user.default_view === id && (
        <>
          <Icon icon={IconStar} size="s" />
          <span className="muted hidden-tiny rigid">My default</span>
        </>
      )}
      {!is_mine && by !== null && <span className="muted truncate hidden-tiny">{`by ${by}`}</span>}
    </>
  );
  return (
    <div className="flex align-center">
      <ViewItem
        {...{ name, menuId, isChanged, aside }}
        isCurrent={current?.id === id}
        onPress={() => open({ view: String(id) })}
      />
      <button
        type="button"
        role="menuitem"
        tabIndex={-1}
        aria-label={`More about ${name}`}
        aria-haspopup="menu"
        className="square-32 center rigid bare muted rounded inner-focus hover p-0"
        {...opener}
      >
        <Icon icon={IconDots} />
      </button>
      <Menu label={`More about ${name}`} popup={popup}>
        {isOpen && <More {...{ view, user, menuId, onDialog }} />}
      </Menu>
    </div>
  );
}

type MoreProps = Pick<ViewRowProps, "view" | "user" | "menuId" | "onDialog">;

function More({ view, user, menuId, onDialog }: MoreProps) {
  const { id, shared, by } = view;
  const isDefault = user.default_view === id;
  const setDefault = useDefaultView();
  const share = useViewChange({ done: "Shared" });
  async function copy() {
    const isCopied = await copyText(`${window.location.origin}/?view=${id}`);
    if (!isCopied) toast("danger", "This browser does not allow copying here.");
    else if (shared) toast("success", "Copied link to clipboard");
    else
      toast(
        "success",
        "Copied link to clipboard",
        "Only you can open this view. Share it first, or copy the link beside the filters.",
      );
  }
  const canChange = canChangeView(user, view);
  return (
    <>
      {canChange && (
        <MenuAct icon={IconPencil} menuId={menuId} onPress={() => onDialog({ kind: "rename", view })}>
          Rename…
        </MenuAct>
      )}
      {canChange && !shared && (
        <MenuAct icon={IconUsers} menuId={menuId} onPress={() => share.mutate({ view, changed: { shared: true } })}>
          {`Share with ${user.organization}`}
        </MenuAct>
      )}
      {canChange && shared && by !== null && (
        <MenuAct icon={IconLock} menuId={menuId} onPress={() => onDialog({ kind: "unshare", view })}>
          Stop Sharing…
        </MenuAct>
      )}
      <MenuAct
        icon={IconStar}
        menuId={menuId}
        isOn={isDefault}
        onPress={() => setDefault.mutate(isDefault ? null : id)}
      >
        My Default
      </MenuAct>
      <MenuAct icon={IconLink} menuId={menuId} onPress={() => void copy()}>
        Copy Link
      </MenuAct>
      {canChange && (
        <>
          <hr className={styles.line} />
          <MenuAct icon={IconTrash} menuId={menuId} isDangerous onPress={() => onDialog({ kind: "delete", view })}>
            Delete…
          </MenuAct>
        </>
      )}
    </>
  );
}
