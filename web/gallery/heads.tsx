import { IconBattery } from "@tabler/icons-react";
import {
  BackLink,
  ConflictNotice,
  conflictText,
  DetailPage,
  Figures,
  PageHead,
  WindowTitle,
} from "../src/kit/index.ts";
import { Button } from "../src/ui/index.ts";
import { doNothing, type GalleryPage, LONG } from "./page.tsx";

const refetch = async () => {};
const battery = { data: "Battery 12", error: null, isFetching: false, refetch };

export const heads: GalleryPage = {
  title: "Parts of pages",
  sections: {
    BackLink: () => <BackLink to="." label="Stations" />,
    ConflictNotice: () => (
      <>
        <ConflictNotice
          text={conflictText({
            by: "Kari Nilsen",
            ago: "2 min ago",
            item: "this rule",
            before: { name: "Hot", minutes: 5 },
            after: { name: "Hot batteries", minutes: 5 },
            labelOf: (field) => `the ${field}`,
            both: ["name"],
          })}
          onUseTheirs={doNothing}
        />
        <ConflictNotice text={LONG} onUseTheirs={null} />
      </>
    ),
  },
  alone: {
    "PageHead: with everything": () => (
      <main>
        <PageHead
          name="Batteries"
          title={LONG}
          subtitle={LONG}
          icon={IconBattery}
          iconLabel="Battery"
          back={<BackLink to="." label="Stations" />}
          figures={<Figures figures={[{ label: "Charged", value: "12" }]} />}
          actions={<Button>Download CSV</Button>}
        />
      </main>
    ),
    "PageHead: title for screen readers": () => (
      <main>
        <PageHead name="Batteries" hidesTitle />
      </main>
    ),
    "DetailPage: loaded": () => (
      <main>
        <DetailPage name="Battery" query={battery} content="the battery">
          {(name) => <PageHead name={name} />}
        </DetailPage>
      </main>
    ),
    "DetailPage: loading": () => (
      <main>
        <DetailPage name="Battery" query={{ ...battery, data: undefined, isFetching: true }} content="the battery">
          {() => null}
        </DetailPage>
      </main>
    ),
    "WindowTitle: of a page": () => (
      <main>
        <WindowTitle name="Batteries" />
        <h1>The title of the window is “Batteries”.</h1>
      </main>
    ),
  },
};
