import type { ComponentType, ReactNode } from "react";
import { NETWORK_FAILURE } from "@groundcrew/shared/lib";
import { queryOptions, useQuery, type QueryClient } from "@tanstack/react-query";
import { reloadIfServed } from "../page/index.ts";
import { focusFirst } from "./focus.ts";
import { Failed, StartFailed } from "./notice.tsx";
import { Loading, PageSpinner } from "./spinner.tsx";
import { toast } from "./toast.tsx";

type Load<Props> = () => Promise<ComponentType<Props>>;

/** A part of a page whose code is loaded when it is first shown. */
export function lazyPanel<Props extends object>(load: Load<Props>) {
  return lazy(load, { loading: <Loading />, failed: (onReload) => <PartFailed onReload={onReload} /> });
}

/** A part of a page that shows nothing until its code is loaded, or if loading fails. */
export function lazyPart<Props extends object>(load: Load<Props>) {
  return lazy(load, { loading: null, failed: () => null });
}

/** A page within the shell. */
export function lazyPage<Props extends object>(load: Load<Props>) {
  return lazy(load, { loading: <Loading />, failed: (onReload) => <Failed {...PAGE_FAILED} onReload={onReload} /> });
}

/** A page without the shell. */
export function lazyPublicPage<Props extends object>(load: Load<Props>) {
  const failed = (onReload: () => void) => <StartFailed {...PAGE_FAILED} onReload={onReload} />;
  return lazy(load, { loading: <PageSpinner />, failed });
}

/** A dialog. Nothing is shown while it is loading. */
export function lazyDialog<Props extends { onClose: () => void }>(load: Load<Props>) {
  return lazy(load, {
    loading: null,
    failed: (onReload, { onClose }) => <DialogFailed onReload={onReload} onClose={onClose} />,
  });
}

const REASON = "The server did not send a part of the console.";
const PAGE_FAILED = { sentence: "Loading this page failed", reason: REASON };

function PartFailed({ onReload }: { onReload: () => void }) {
  return <Failed sentence="Loading this part of the page failed" reason={REASON} onReload={onReload} />;
}

/** Shown instead of a dialog. It is a popover, since the code of dialogs is not there either. */
function DialogFailed({ onReload, onClose }: { onReload: () => void; onClose: () => void }) {
  return (
    <div
      ref={showPopup}
      popover="auto"
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a dialog element cannot be a popover that a press beside it closes
      role="dialog"
      aria-label="Loading Failed"
      className="default panel p-3"
      onToggle={({ newState }) => newState === "closed" && onClose()}
    >
      <PartFailed onReload={onReload} />
    </div>
  );
}

function showPopup(popup: HTMLElement | null): void {
  if (popup === null || popup.matches(":popover-open")) return;
  popup.showPopover();
  focusFirst(popup);
}

type Fallbacks<Props> = {
  loading: ReactNode;
  failed: (onReload: () => void, props: Props) => ReactNode;
};

let parts = 0;

/**
 * A component whose code is loaded when it is first shown. If that fails, a message is shown in its place and the rest of the
 * page stays.
 */
function lazy<Props extends object>(load: Load<Props>, { loading, failed }: Fallbacks<Props>) {
  parts += 1;
  const code = queryOptions({
    queryKey: ["code", parts],
    queryFn: async () => ({ Part: await load() }),
    staleTime: Infinity,
    gcTime: Infinity,
    structuralSharing: false,
    meta: { isPublic: true },
  });
  function LazyPart(props: Props) {
    const { data, isError, isFetching } = useQuery(code);
    if (data) return <data.Part {...props} />;
    if (!isError || isFetching) return loading;
    return failed(() => void reloadPage(), props);
  }
  /** Loads the code before it is needed. If that fails, it is loaded again when it is. */
  LazyPart.load = (client: QueryClient) => client.query(code).catch(() => {});
  return LazyPart;
}

/** Browsers cache a failed module until the page is reloaded. The page is reloaded only if the server responds. */
async function reloadPage(): Promise<void> {
  const page = await reloadIfServed();
  if (!page?.ok) toast("danger", page === null ? NETWORK_FAILURE : "The server cannot serve the page at the moment.");
}
