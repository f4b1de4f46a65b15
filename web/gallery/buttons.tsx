import { IconPlus, IconTrash } from "@tabler/icons-react";
import {
  ActionMenu,
  Button,
  ButtonGroup,
  CheckMark,
  ConfirmButton,
  CsvButton,
  HoldButton,
  Icon,
  IconButton,
  Mark,
  Pager,
  SchemeButton,
  Switch,
  TextButton,
} from "../src/ui/index.ts";
import { CopyLink } from "../src/kit/index.ts";
import { doNothing, type GalleryPage, LONG, State } from "./page.tsx";

const actions = [
  { label: "Restore", icon: IconPlus, onPress: doNothing },
  { label: LONG, onPress: doNothing },
];
const actionMenu = () => <ActionMenu label="Actions" icon={IconTrash} tone="main" items={actions} />;

export const buttons: GalleryPage = {
  title: "Buttons",
  sections: {
    Button: () => (
      <>
        {(["plain", "main", "quiet", "selected"] as const).map((tone) => (
          <div key={tone}>
            <Button tone={tone}>{tone}</Button>{" "}
            <Button tone={tone} icon={IconPlus}>
              With icon
            </Button>{" "}
            <Button tone={tone} disabled>
              Disabled
            </Button>{" "}
            <Button tone={tone} busy>
              Busy
            </Button>
          </div>
        ))}
        <Button wide tone="main">
          Wide
        </Button>
      </>
    ),
    TextButton: () => <TextButton onClick={doNothing}>Use a recovery code</TextButton>,
    ActionMenu: () => (
      <>
        {actionMenu()} <ActionMenu label="Acts" icon={IconPlus} text="8 of 14 done" items={actions} />{" "}
        <ActionMenu label="Acts" icon={IconPlus} text={null} items={actions} />
      </>
    ),
    IconButton: () => (
      <>
        <IconButton icon={IconTrash} label="Delete" /> <IconButton icon={IconTrash} label="Delete" tone="quiet" />{" "}
        <IconButton icon={IconTrash} label="Delete" disabled /> <IconButton icon={IconTrash} label="Delete" busy />
      </>
    ),
    ButtonGroup: () => (
      <ButtonGroup label="View">
        <Button aria-pressed>List</Button>
        <Button aria-pressed={false}>Map</Button>
        <Button disabled>Disabled</Button>
      </ButtonGroup>
    ),
    CsvButton: () => (
      <>
        <CsvButton /> <CsvButton disabled /> <CsvButton busy />
      </>
    ),
    CopyLink: () => <CopyLink />,
    SchemeButton: () => <SchemeButton />,
    ConfirmButton: () => (
      <>
        <ConfirmButton label="Delete" target="Key 1" icon={IconTrash} busy={false} onConfirm={doNothing} />{" "}
        <ConfirmButton label="Delete" target="Key 2" icon={IconTrash} busy onConfirm={doNothing} />{" "}
        <ConfirmButton tone="plain" label="Remove" target="Key 3" busy={false} onConfirm={doNothing} />
      </>
    ),
    HoldButton: () => (
      <State start={false}>
        {(isOn, set) => (
          <>
            <HoldButton label="Light" icon={IconPlus} hint="Hold" isOn={isOn} busy={false} onHeld={() => set(!isOn)} />{" "}
            <HoldButton label="On" icon={IconPlus} hint="Hold" isOn busy={false} onHeld={doNothing} />{" "}
            <HoldButton label="Busy" icon={IconPlus} hint="Hold" isOn={false} busy onHeld={doNothing} />
          </>
        )}
      </State>
    ),
    Switch: () => (
      <State start={false}>
        {(isOn, set) => (
          <>
            <Switch label="Off at first" checked={isOn} lock={null} onChange={set} />{" "}
            <Switch label="On" checked lock={null} onChange={doNothing} />{" "}
            <Switch label="Locked" checked lock="Only admins can change this." onChange={doNothing} />
          </>
        )}
      </State>
    ),
    CheckMark: () => (
      <>
        <CheckMark isChecked label="Checked" /> <CheckMark isChecked={false} label="Not checked" />
      </>
    ),
    Icon: () => (
      <>
        <Icon icon={IconPlus} size="s" /> <Icon icon={IconPlus} /> <Icon icon={IconPlus} size="l" />{" "}
        <Icon icon={IconPlus} size="xl" label="Add" />
      </>
    ),
    Mark: () => <Mark />,
    Pager: () => (
      <State start={5}>
        {(page, set) => (
          <>
            <Pager label="Pages of many" page={page} count={20} onPage={set} />
            <Pager label="Pages of few" page={1} count={3} onPage={doNothing} />
          </>
        )}
      </State>
    ),
  },
  opened: {
    "ActionMenu: open": actionMenu,
    "ConfirmButton: asking": () => (
      <ConfirmButton label="Delete" target="Key 1" icon={IconTrash} busy={false} onConfirm={doNothing} />
    ),
  },
};
