import type { BulkKind } from "@groundcrew/shared/bulk-acts";
import {
  IconArchive,
  IconArchiveOff,
  IconBuilding,
  IconCamera,
  IconNotes,
  IconTags,
  IconTool,
  IconUserShare,
  type Icon,
} from "@tabler/icons-react";

/** The icon of each act, on its button and in its dialogs. */
export const bulkIcons: Record<BulkKind, Icon> = {
  maintenance: IconTool,
  entry: IconNotes,
  images: IconCamera,
  move: IconBuilding,
  assign: IconUserShare,
  place: IconTags,
  retire: IconArchive,
  restore: IconArchiveOff,
};
