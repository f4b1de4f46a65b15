import type { ComponentType } from "react";
import type { BulkKind } from "@groundcrew/shared/bulk-acts";
import { AssignDialog } from "./kinds/assign.tsx";
import { EntryDialog } from "./kinds/entry.tsx";
import { ImagesDialog } from "./kinds/images.tsx";
import { MaintenanceDialog } from "./kinds/maintenance.tsx";
import { MoveDialog } from "./kinds/move.tsx";
import { PlaceDialog } from "./kinds/place.tsx";
import { RetireDialog } from "./kinds/retire.tsx";
import type { ActDialogProps } from "./use-begin.ts";

const dialogs: Record<BulkKind, ComponentType<ActDialogProps>> = {
  maintenance: MaintenanceDialog,
  entry: EntryDialog,
  images: ImagesDialog,
  move: MoveDialog,
  place: PlaceDialog,
  assign: AssignDialog,
  retire: (props) => <RetireDialog {...props} kind="retire" />,
  restore: (props) => <RetireDialog {...props} kind="restore" />,
};

/** The dialog that begins an act of a kind on stations. */
export function BeginDialog({ kind, ...props }: ActDialogProps & { kind: BulkKind }) {
  const OfKind = dialogs[kind];
  return <OfKind {...props} />;
}
