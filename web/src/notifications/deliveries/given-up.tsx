import { listGivenUp, otherWorkText, type GivenUp } from "@groundcrew/shared/notifications";
import { useServerData } from "../../data/index.ts";
import { DataList, Loaded, listKind, rowText, Time } from "../../kit/index.ts";
import { Card } from "../../ui/index.ts";
import { triedText } from "../delivery-texts.ts";

const givenUpList = listKind<GivenUp, object>()({
  label: "Other Work Given Up",
  keyOf: ({ id }) => String(id),
  rowPx: 41,
  layout: {
    wide: { tracks: "96px minmax(0, 1fr) minmax(0, 1fr) minmax(0, 2fr)", areas: ["time what to why"] },
    medium: { tracks: "minmax(0, 1fr) auto", areas: ["what time", "to to", "why why"] },
    tiny: { tracks: "minmax(0, 1fr) auto", areas: ["what time", "to to", "why why"] },
  },
  columns: [
    {
      key: "time",
      title: "Given up",
      cell: ({ ended }) => <Time at={ended} form="log" />,
    },
    { key: "what", title: "What", cell: ({ kind }) => otherWorkText[kind] },
    {
      key: "to",
      title: "To",
      cell: ({ to }) => (
        <span className={rowText.first} title={to ?? ""}>
          {to ?? "–"}
        </span>
      ),
    },
    { key: "why", title: "Why", isMuted: true, cell: ({ why, tries }) => `${why} ${triedText(tries)}.` },
  ],
});

/** Work other than notifications that was given up, such as emails; nothing when there is none. */
export function OtherGivenUp() {
  const query = useServerData(listGivenUp, { query: {} });
  return (
    <Loaded query={query} content="other work that was given up" skeleton={<></>}>
      {(jobs) =>
        jobs.length > 0 && (
          <Card title="Other Work Given Up">
            <DataList kind={givenUpList} rows={jobs} context={{}} isShort />
          </Card>
        )
      }
    </Loaded>
  );
}
