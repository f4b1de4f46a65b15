import { useRef, useState } from "react";
import { WALLBOARDS_MAX, type Wallboard } from "@groundcrew/shared/wallboards";
import { IconDeviceTv, IconPencil, IconPlus, IconRefresh, IconTrash } from "@tabler/icons-react";
import { useServerNow } from "../data/clock/index.ts";
import { Loaded, Time } from "../kit/index.ts";
import { Button, Card, Cell, ConfirmButton, Empty, Table } from "../ui/index.ts";
import { useRevocation, useWallboards } from "./use-wallboards.ts";
import { EditWallboardDialog, NewWallboardDialog, RenewDialog } from "./wallboard-dialogs.tsx";
import { pageLabels } from "./wallboard-form.ts";
import "../later.css";

const HEAD = ["Name", "Pages", "Last Used", "Ends", "Actions"].map((label) => ({ label }));

type Open = "new" | { kind: "edit" | "renew"; wallboard: Wallboard };

/** The wallboards of an organization, for its managers. */
export function WallboardsPage({ orgId }: { orgId: number }) {
  const query = useWallboards(orgId);
  const card = useRef<HTMLElement>(null);
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const opened = open !== null && open !== "new" ? open : null;
  const current = query.data?.find(({ id }) => id === opened?.wallboard.id);
  return (
    <Card title="Wallboards" ref={card} aside={<NewButton count={query.data?.length} onClick={() => setOpen("new")} />}>
      <p className="small soft mb-3">
        A page for a screen on the wall: how many stations are ready, which are not, and why. Everyone with its link
        sees it.
      </p>
      <Loaded
        query={query}
        content="wallboards"
        empty={<Empty icon={IconDeviceTv} sentence="This organization has no wallboards yet." />}
      >
        {(wallboards) => (
          <Table label="Wallboards" head={HEAD} stacks>
            {wallboards.map((wallboard) => (
              <Row key={wallboard.id} wallboard={wallboard} onOpen={setOpen} onRevoked={() => card.current?.focus()} />
            ))}
          </Table>
        )}
      </Loaded>
      {open === "new" && <NewWallboardDialog orgId={orgId} onClose={close} />}
      {opened?.kind === "renew" && <RenewDialog wallboard={opened.wallboard} onClose={close} />}
      {opened?.kind === "edit" && (
        <EditWallboardDialog
          wallboard={current ?? opened.wallboard}
          isRevoked={query.data !== undefined && current === undefined}
          onClose={close}
        />
      )}
    </Card>
  );
}

function NewButton({ count = 0, onClick }: { count: number | undefined; onClick: () => void }) {
  return (
    <div className="row gap-2">
      {count >= WALLBOARDS_MAX && <span className="caption muted">{`At most ${WALLBOARDS_MAX}`}</span>}
      <Button tone="main" icon={IconPlus} disabled={count >= WALLBOARDS_MAX} onClick={onClick}>
        New Wallboard
      </Button>
    </div>
  );
}

type RowProps = { wallboard: Wallboard; onOpen: (open: Open) => void; onRevoked: () => void };

function Row({ wallboard, onOpen, onRevoked }: RowProps) {
  const { name, view, pages, turn_s, last_used, last_address, ends } = wallboard;
  const hasEnded = Date.parse(ends) <= useServerNow();
  const { mutate, isPending } = useRevocation(wallboard, { onDone: onRevoked });
  return (
    <tr>
      <Cell title={name}>
        <span className="ellipsis block strong clip narrow-text">{name}</span>
        <span className="block caption muted">{view === null ? "All stations" : "A view of the list"}</span>
      </Cell>
      <Cell label="Pages">
        {pages.map((page) => pageLabels[page]).join(", ")}
        {pages.length > 1 && <span className="block caption muted">{`${turn_s} s each`}</span>}
      </Cell>
      <Cell label="Last Used">
        {last_used === null ? "Never" : <Time at={last_used} />}
        {last_address !== null && <span className="block caption muted">{last_address}</span>}
      </Cell>
      <Cell label="Ends">{hasEnded ? <span className="warn strong">Ended</span> : <Time at={ends} />}</Cell>
      <Cell label="Actions">
        <div className="row wrap gap-2">
          <Button icon={IconPencil} aria-label={`Edit ${name}`} onClick={() => onOpen({ kind: "edit", wallboard })}>
            Edit
          </Button>
          <Button icon={IconRefresh} aria-label={`Renew ${name}`} onClick={() => onOpen({ kind: "renew", wallboard })}>
            Renew
          </Button>
          <ConfirmButton label="Revoke" target={name} icon={IconTrash} busy={isPending} onConfirm={() => mutate()} />
        </div>
      </Cell>
    </tr>
  );
}
