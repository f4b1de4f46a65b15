import type { TimeWindow } from "@groundcrew/shared/lib";
import { ssotView } from "@groundcrew/shared/stations";
import { choice, flag, text, viewOf } from "@groundcrew/shared/view";
import { IconBuilding, IconSortAscending } from "@tabler/icons-react";
import {
  CsvDownload,
  FilterBar,
  ImportLink,
  inPopover,
  OrderMenu,
  PickerAct,
  PickerChips,
  PickerField,
  PickerList,
  PickerMenu,
  Segments,
  StationBar,
  StationMenu,
  TimeMenu,
  useView,
} from "../src/kit/index.ts";
import {
  ChecklistMenu,
  ChoiceMenu,
  Menu,
  MenuItem,
  openOnArrow,
  Popover,
  Button,
  PopoverButton,
  SearchBox,
  TabButtons,
  TabLinks,
  TabPanel,
  usePopup,
} from "../src/ui/index.ts";
import { doNothing, type GalleryPage, LONG, sampleUser, State } from "./page.tsx";

const labels = { name: "Name", age: "Age", long: LONG } as const;
const options = ["name", "age", "long"] as const;
const sites = [
  { id: "1", label: "Harbor", about: "Oslo" },
  { id: "2", label: LONG, about: LONG },
  ...Array.from({ length: 40 }, (_, index) => ({ id: `site-${index}`, label: `Site ${index}` })),
];
const site = { label: "Site", none: "Any", items: sites, onChange: doNothing };
const pages = {
  overview: { label: "Overview", to: "." },
  telemetry: { label: "Telemetry", to: "." },
  long: { label: LONG, to: "." },
  cameras: { label: "Cameras", to: "." },
} as const;
const sample = viewOf("sample", { q: text(), order: choice(options, "name"), site: text(), urgent: flag() });

async function* noRows() {
  yield new Uint8Array();
}

function Bar() {
  const view = useView(sample);
  return (
    <FilterBar
      view={view}
      filters={{
        order: <ChoiceMenu name="Sort" icon={IconSortAscending} {...{ labels, options }} {...view.on("order")} />,
        ...inPopover(view, {
          site: <PickerMenu {...site} icon={IconBuilding} {...view.on("site")} />,
          urgent: (
            <Button aria-pressed={view.view.urgent} onClick={() => view.change({ urgent: !view.view.urgent })}>
              Urgent
            </Button>
          ),
        }),
      }}
      search={{ help: "Searches names." }}
      hasClear
      hasLink
      after={csv}
    />
  );
}

const csv = <CsvDownload name="SAMPLE" load={async () => ({ body: noRows() })} />;

function TableBar() {
  return (
    <StationBar
      view={useView(ssotView)}
      freshness={{ kind: "empty" }}
      onReload={doNothing}
      count={3}
      csv={{ name: "TABLE", read: () => "" }}
    />
  );
}

function SampleMenu() {
  const { opener, popup } = usePopup({ focus: "content" });
  return (
    <>
      <Button aria-haspopup="menu" onKeyDown={openOnArrow} {...opener}>
        Actions
      </Button>
      <Menu label="Actions" popup={popup}>
        <MenuItem menuId={popup.id} onPress={doNothing}>
          {LONG}
        </MenuItem>
      </Menu>
    </>
  );
}

const choiceMenu = () => (
  <ChoiceMenu name="Sort" icon={IconSortAscending} {...{ labels, options }} value="name" onChange={doNothing} />
);
const checklist = () => (
  <ChecklistMenu
    name="Columns"
    icon={IconSortAscending}
    {...{ labels, options }}
    checked={{ name: true, age: false, long: true }}
    onToggle={doNothing}
  />
);
const chips = () => (
  <PickerChips label="Sites" action="Add a site" items={sites} value={["1", "2"]} onChange={doNothing} />
);

export const menus: GalleryPage = {
  title: "Menus and pickers",
  sections: {
    ChoiceMenu: () => (
      <>
        {choiceMenu()}{" "}
        <ChoiceMenu
          name="Busy"
          icon={IconSortAscending}
          {...{ labels, options }}
          value="name"
          busy
          onChange={doNothing}
        />{" "}
        <ChoiceMenu
          name="Other"
          icon={IconSortAscending}
          {...{ labels, options }}
          value={null}
          otherLabel="Custom"
          text="Custom"
          onChange={doNothing}
        />
      </>
    ),
    ChecklistMenu: checklist,
    Menu: () => <SampleMenu />,
    Popover: () => (
      <Popover label="Details" renderOpener={(opener) => <Button {...opener}>Details</Button>}>
        {LONG}
      </Popover>
    ),
    PopoverButton: () => (
      <PopoverButton name="Filter" icon={IconBuilding} badge="2">
        {LONG}
      </PopoverButton>
    ),
    SearchBox: () => (
      <>
        <SearchBox value="" help="Searches names." onChange={doNothing} />
        <SearchBox
          value={LONG}
          help="Searches names."
          placeholder="Search stations"
          syntax="text"
          onChange={doNothing}
        />
      </>
    ),
    FilterBar: () => <Bar />,
    CsvDownload: () => csv,
    ImportLink: () => <ImportLink kind="stations" />,
    StationBar: () => <TableBar />,
    TimeMenu: () => (
      <State<TimeWindow> start="week">{(value, onChange) => <TimeMenu {...{ value, onChange }} />}</State>
    ),
    OrderMenu: () => (
      <State<(typeof options)[number]> start="age">
        {(value, onChange) => <OrderMenu labels={labels} options={options} {...{ value, onChange }} />}
      </State>
    ),
    Segments: () => (
      <State<(typeof options)[number]> start="age">
        {(value, onChange) => (
          <Segments
            label="Tab"
            labels={labels}
            options={["name", "age"]}
            counts={{ name: 3, age: 12_000 }}
            {...{ value, onChange }}
          />
        )}
      </State>
    ),
    PickerMenu: () => (
      <>
        <PickerMenu {...site} icon={IconBuilding} value="" /> <PickerMenu {...site} icon={IconBuilding} value="2" />
      </>
    ),
    PickerField: () => (
      <>
        <PickerField {...site} value="1" hint={LONG} />
        <PickerField {...site} label="Long site" value="2" error="Choose another site." />
        <PickerField {...site} label="Loading site" items={undefined} value="x" pickedLabel="Bergen" />
        <PickerField {...site} label="Disabled site" value="" disabled />
      </>
    ),
    PickerChips: () => (
      <>
        {chips()}
        <PickerChips
          label="No sites"
          action="Add another site"
          items={sites}
          value={[]}
          error="Add a site."
          onChange={doNothing}
        />
      </>
    ),
    PickerList: () => (
      <PickerList label="Actions" items={sites.slice(0, 3)} type="button" onChoose={doNothing}>
        <PickerAct icon={IconBuilding} onPress={doNothing}>
          Nowhere
        </PickerAct>
      </PickerList>
    ),
    PickerAct: () => (
      <PickerAct icon={IconBuilding} isBusy onPress={doNothing}>
        Busy
      </PickerAct>
    ),
    StationMenu: () => <StationMenu user={sampleUser} value="" onChange={doNothing} />,
    TabButtons: () => (
      <>
        <TabButtons
          label="Lines"
          labels={labels}
          tabs={["name", "age"]}
          chosen="name"
          panelId="lines"
          onChoose={doNothing}
        />
        <TabPanel panelId="lines" chosen="name">
          Panel
        </TabPanel>
      </>
    ),
    TabPanel: () => (
      <>
        <TabButtons
          label="Parts"
          variant="segments"
          labels={labels}
          tabs={["name", "age"]}
          chosen="age"
          panelId="parts"
          onChoose={doNothing}
        />
        <TabPanel panelId="parts" chosen="age">
          Panel
        </TabPanel>
      </>
    ),
    TabLinks: () => (
      <TabLinks label="Pages" links={pages} tabs={["overview", "telemetry", "long", "cameras"]} chosen="telemetry" />
    ),
  },
  opened: {
    "ChoiceMenu: open": choiceMenu,
    "ChecklistMenu: open": checklist,
    "MenuItem: open": () => <SampleMenu />,
    "PickerMenu: open": () => <PickerMenu {...site} icon={IconBuilding} value="site-39" />,
    "PickerMenu: loading": () => <PickerMenu {...site} items={undefined} icon={IconBuilding} value="" />,
    "PickerMenu: failed": () => (
      <PickerMenu {...site} items={new Error("The database is not responding.")} icon={IconBuilding} value="" />
    ),
    "PickerMenu: empty": () => <PickerMenu label="Site" items={[]} icon={IconBuilding} value="" onChange={doNothing} />,
    "PickerChips: open": () => <PickerChips label="Sites" action="Add" items={sites} value={[]} onChange={doNothing} />,
    "FilterBar: more filters": () => <Bar />,
    "SearchBox: help": () => <SearchBox value="" help="Searches names." onChange={doNothing} />,
  },
};
