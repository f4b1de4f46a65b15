import { IconBell } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { buttonClass, Icon, lazyPart, VisuallyHidden } from "../ui/index.ts";

const Count = lazyPart(async () => (await import("./nav-count.tsx")).NavCount);

/** The number of unassigned alerts, beside the word Attention. Its code is loaded after the page. */
export function AttentionBadge() {
  return <Count />;
}

/** The same beside the menu of a narrow window, as a link. */
export function AttentionBell({ className }: { className: string | undefined }) {
  return (
    <Link to="/attention" className={`${buttonClass("quiet", "icon")} ${className ?? ""}`}>
      <Icon icon={IconBell} />
      <VisuallyHidden>Attention </VisuallyHidden>
      <Count />
    </Link>
  );
}
