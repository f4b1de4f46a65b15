import { useRef, useState } from "react";
import type { Channel } from "@groundcrew/shared/channels";
import type { SessionUser } from "@groundcrew/shared/sessions";
import { IconPencil, IconPlayerPlay, IconPlus, IconSend } from "@tabler/icons-react";
import { useServerNow } from "../../data/clock/index.ts";
import { KeyHints, Loaded } from "../../kit/index.ts";
import { Button, Empty, Icon, Pill, useRowKeys } from "../../ui/index.ts";
import { AttentionFrame } from "../../alerts/index.ts";
import { ChannelDialog } from "./channel-dialog.tsx";
import { channelText, isBroken, shownState, stateText } from "./channel-texts.ts";
import { channelKindForms } from "./kinds/index.ts";
import styles from "../notifications.module.css";
import { NewChannelDialog } from "./new-channel-dialog.tsx";
import { TestResult } from "./test-result.tsx";
import { useChannels, usePauseChannel, useTestChannel } from "./use-channels.ts";

/** Where notifications are sent. */
export function ChannelsPage({ user }: { user: SessionUser }) {
  const query = useChannels();
  const [open, setOpen] = useState<"new" | Channel | null>(null);
  const now = useServerNow();
  const canChange = user.can_admin || user.can_manage;
  const add = canChange && (
    <Button tone="main" icon={IconPlus} onClick={() => setOpen("new")}>
      New Channel
    </Button>
  );

  return (
    <AttentionFrame tab="channels" actions={add}>
      <Loaded
        query={query}
        content="channels"
        skeleton={<LoadingChannels />}
        empty={<Empty icon={IconSend} sentence="No channels yet. Rules reach only people subscribed to them." />}
      >
        {(channels) => <ChannelCards {...{ channels, user, now, canChange }} onEdit={setOpen} />}
      </Loaded>
      {open === "new" && <NewChannelDialog user={user} onClose={() => setOpen(null)} />}
      {open !== null && open !== "new" && (
        <ChannelDialog key={open.id} opened={open} channels={query.data} now={now} onClose={() => setOpen(null)} />
      )}
    </AttentionFrame>
  );
}

type ChannelCardsProps = Omit<ChannelCardProps, "channel" | "onEdit"> & {
  channels: readonly Channel[];
  onEdit: (channel: Channel) => void;
};

function ChannelCards({ channels, onEdit, ...shared }: ChannelCardsProps) {
  const ref = useRef<HTMLUListElement>(null);
  const sorted = channels.toSorted(brokenFirst);
  useRowKeys({ list: ref, keys: sorted.map(({ id }) => String(id)), control: "[data-edit]" });
  return (
    <>
      <ul
        ref={ref}
        aria-label="Channels"
        className={`grid gap-4 thirds halves-medium one-column-small ${styles.cards}`}
      >
        {sorted.map((channel) => (
          <ChannelCard key={channel.id} channel={channel} {...shared} onEdit={() => onEdit(channel)} />
        ))}
      </ul>
      {shared.canChange && (
        <div className="py-2h row caption muted">
          <KeyHints keys={{ Enter: "edit" }} />
        </div>
      )}
    </>
  );
}

/** The order of channels: those that need a repair come first. */
function brokenFirst(a: Channel, b: Channel): number {
  return Number(isBroken(b)) - Number(isBroken(a));
}

type ChannelCardProps = {
  channel: Channel;
  user: SessionUser;
  now: number;
  canChange: boolean;
  onEdit: () => void;
};

function ChannelCard({ channel, user, now, canChange, onEdit }: ChannelCardProps) {
  const { kind, name, state, organization, org_id } = channel;
  const test = useTestChannel();
  const pause = usePauseChannel();
  const shown = shownState(channel);
  const about = channelText(channel);
  return (
    <li data-key={channel.id} className="column gap-2 panel p-3">
      <div className="row gap-2 min-0">
        <span className="square-32 inline-row justify-center rigid soft sunken rounded">
          <Icon icon={channelKindForms[kind].icon} size="l" />
        </span>
        <div className={`min-0 ${styles.names}`}>
          <h2 title={name}>{name}</h2>
          <div className="truncate caption muted" title={about}>
            {org_id === user.org_id ? about : `${organization} · ${about}`}
          </div>
        </div>
      </div>
      <div className="gap-1-2 row wrap">
        <Pill tone={shown.tone} icon={shown.icon}>
          {shown.label}
        </Pill>
        <span className="caption muted">{stateText(channel, now)}</span>
      </div>
      {canChange && (
        <div className="flex wrap gap-2">
          {state === "paused" && (
            <Button
              icon={IconPlayerPlay}
              aria-label={`Resume ${name}`}
              busy={pause.isPending}
              onClick={() => pause.mutate({ channel, hours: null })}
            >
              Resume
            </Button>
          )}
          {!channelKindForms[kind].onlyReceives && (
            <Button
              icon={IconSend}
              aria-label={`Test ${name}`}
              busy={test.isPending}
              onClick={() => test.mutate(channel.id)}
            >
              Test
            </Button>
          )}
          <Button icon={IconPencil} data-edit aria-label={`Edit ${name}`} onClick={onEdit}>
            Edit
          </Button>
        </div>
      )}
      <TestResult result={test.data} error={test.error} isPaused={state === "paused"} />
    </li>
  );
}

const LOADING_CARDS = [1, 2, 3] as const;

/** Cards without content while the channels are loading. */
function LoadingChannels() {
  return (
    <output
      aria-label="Loading channels"
      className={`grid gap-4 thirds halves-medium one-column-small ${styles.cards}`}
    >
      {LOADING_CARDS.map((card) => (
        <span key={card} className="column gap-2 panel p-3">
          <i className={`sunken rounded-sm ${styles.blank}`} />
          <i className={`sunken rounded-sm ${styles.blank}`} />
          <i className={`sunken rounded-sm ${styles.blank}`} />
        </span>
      ))}
    </output>
  );
}
