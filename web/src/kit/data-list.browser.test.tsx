import { useState } from "react";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { sampleGroup } from "../../../shared/test/sample-group.ts";
import { openAudit, sampleAct } from "../../test/fake-audit.ts";
import { startFakeConsole } from "../../test/fake-console.ts";
import { serveGroups } from "../../test/fake-groups.ts";
import { listRows } from "../../test/find.ts";
import { openConsole, resizeWindow } from "../../test/open-console.tsx";
import { render } from "../../test/render.tsx";
import { PlainList } from "./data-list.tsx";
import { listKind } from "./list-kind.ts";
import { useListSelection } from "./list-selection.tsx";

const GROUPS = "/supportlog/triage/groups";
const groupRows = listRows("Error groups");
const selectAll = page.getByRole("checkbox", { name: "Select all groups" });

function openGroups(count: number) {
  const server = startFakeConsole();
  serveGroups(
    server,
    Array.from({ length: count }, (_, index) => sampleGroup({ id: index + 1, title: `Fault ${index + 1}.` })),
  );
  return openConsole(GROUPS);
}

test("rows from before more were loaded are selected together with those that were added", async () => {
  openGroups(150);
  await expect.element(groupRows.first()).toBeVisible();
  // Near the end of the first page, where the second is loaded and rows of both are rendered.
  window.scrollTo(0, 88 * 61);
  await page.getByRole("checkbox", { name: /^Select group 105:/ }).click();
  await page.getByRole("checkbox", { name: /^Select group 95:/ }).click();
  await expect.element(page.getByText("2 groups selected")).toBeVisible();
});

test("the arrow keys stay in a picker that is opened in a row", async () => {
  openGroups(3);
  await page.getByRole("button", { name: "Assign Group 1" }).click();
  const people = page.getByRole("dialog", { name: "Assign Group 1" });
  await people.getByRole("searchbox").fill("lee");
  await userEvent.keyboard("{ArrowDown}");
  await expect.element(people.getByRole("button", { name: /Lee Tran/ })).toHaveFocus();
});

test("a row without controls is passed over by Tab and J", async () => {
  const plain = {
    has_details: false,
    agent: null,
    address: null,
    target: { kind: "user", id: "x@y.example", name: "" },
  };
  openAudit("/manage/audit", {
    acts: [
      sampleAct({ ...plain, id: 3, request: "request-3" }),
      sampleAct(),
      sampleAct({ ...plain, id: 2, request: "request-2" }),
    ],
  });
  const opener = page.getByRole("button", { name: /^Show what changed/ });
  await expect.element(opener).toBeVisible();
  expect(opener.element()).toHaveProperty("tabIndex", 0);
  await userEvent.keyboard("j");
  await expect.element(page.getByRole("link", { name: "Atlas 0036" }).or(opener).first()).toHaveFocus();
  await userEvent.keyboard("j");
  await expect.element(opener).toHaveFocus();
});

test("the check box for all rows cannot have the focus where it is not displayed", async () => {
  openGroups(3);
  await expect.element(selectAll).toBeVisible();
  await resizeWindow(900, 900);
  await expect.element(selectAll).not.toBeInTheDocument();
});

test("the texts that are cut in a row are shown when it has the keyboard focus", async () => {
  const title = "The gantry did not reach its parking position within the time that its motor profile allows. ".repeat(
    3,
  );
  const server = startFakeConsole();
  serveGroups(server, [sampleGroup({ id: 1, title }), sampleGroup({ id: 2, title: "Door open." })]);
  openConsole(GROUPS);
  await expect.element(groupRows.first()).toBeVisible();
  await userEvent.keyboard("j");
  await expect.element(page.getByRole("tooltip")).toMatchTextContent(/^The gantry did not.* allows\./);
  await userEvent.keyboard("j");
  await expect.element(page.getByRole("tooltip")).not.toBeInTheDocument();
});

test("headings of sections and open details are rows of their own, and rows are numbered with the headings", async () => {
  openAudit("/manage/audit", {
    acts: [sampleAct({ id: 2 }), sampleAct({ id: 1, at: "2026-11-01T10:00:00.000Z", request: "request-1" })],
  });
  const opener = page.getByRole("button", { name: /^Show what changed/ }).first();
  await opener.click();
  const rows = page.getByRole("table", { name: "Audit log" }).getByRole("rowgroup").last().getByRole("row");
  await expect
    .poll(() => rows.elements().map((row) => row.getAttribute("aria-rowindex")))
    .toEqual(["2", "3", null, "4", "5"]);
  const details = rows.nth(2).getByRole("cell").first();
  const columns = page.getByRole("table", { name: "Audit log" }).getByRole("columnheader").elements();
  await expect.element(details).toHaveAttribute("aria-colspan", String(columns.length));
});

const faultList = listKind<{ id: number }, object>()({
  label: "Faults",
  keyOf: ({ id }) => String(id),
  rowPx: 41,
  columns: [{ key: "number", title: "Number", cell: ({ id }) => `Fault ${id}` }],
  layout: {
    wide: { tracks: "32px 1fr", areas: ["select number"] },
    medium: { tracks: "32px 1fr", areas: ["select number"] },
  },
});
const faults = [{ id: 1 }, { id: 2 }];
const selectionOptions = {
  idOf: ({ id }: { id: number }) => id,
  label: ({ id }: { id: number }) => `Select fault ${id}`,
  allLabel: "Select all faults",
  max: 10,
};

/** A list that keeps displaying what can no longer be selected. */
function Faults() {
  const [open, setOpen] = useState(faults);
  const { selection, selected } = useListSelection(open, selectionOptions);
  return (
    <>
      <PlainList kind={faultList} label="Faults" rows={faults} context={{}} selection={selection} />
      <p>{selected.length} selected</p>
      <button onClick={() => setOpen(faults.slice(1))}>Resolve the first</button>
    </>
  );
}

test("a row that can no longer be selected is not displayed as selected", async () => {
  render(<Faults />);
  for (const id of [1, 2]) await page.getByRole("checkbox", { name: `Select fault ${id}` }).click();
  const states = () =>
    listRows("Faults")
      .elements()
      .map((row) => row.getAttribute("aria-selected"));
  await expect.poll(states).toEqual(["true", "true"]);
  await page.getByRole("button", { name: "Resolve the first" }).click();
  await expect.poll(states).toEqual(["false", "true"]);
  await expect.element(page.getByText("1 selected")).toBeVisible();
});
