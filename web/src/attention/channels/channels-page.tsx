import { useState } from "react";
import type { Channel } from "@groundcrew/shared/channels";
import type { SessionUser } from "@groundcrew/shared/sessions";
import { IconPencil, IconPlus, IconSend } from "@tabler/icons-react";
import { errorSentence } from "../../api/index.ts";
import { useServerNow } from "../../clock/index.ts";
import { FreshnessScope, StaleBanner } from "../../freshness/index.ts";
import { Button, Empty, Failed, Icon, Pill } from "../../ui/index.ts";
import { AttentionFrame } from "../frame.tsx";
import { ChannelDialog } from "./channel-dialog.tsx";
import { channelIcons, channelText, stateFaces, stateText } from "./channel-texts.ts";
import styles from "./channels-page.module.css";
import { NewChannelDialog } from "./new-channel-dialog.tsx";
import { TestResult } from "./test-result.tsx";
import { useChannels, useTestChannel } from "./use-channels.ts";

/** Where notifications are sent. */
export function ChannelsPage({ user }: { user: SessionUser }) {
  const { data, error, isFetching, freshness, refetch } = useChannels();
  const [open, setOpen] = useState<"new" | number | null>(null);
  const now = useServerNow();
  const canChange = user.can_admin || user.can_manage;
  const edited = data?.find(({ id }) => id === open);
  const add = canChange && (
    <Button tone="main" icon={IconPlus} onClick={() => setOpen("new")}>
      New Channel
    </Button>
  );

  return (
    <AttentionFrame tab="channels" actions={add}>
      <StaleBanner freshness={freshness} content="the channels" onRefresh={() => void refetch()} />
      <FreshnessScope freshness={freshness}>
        {data ? (
          data.length > 0 ? (
            <ul aria-label="Channels" className={styles.cards}>
              {data.map((channel) => (
                <ChannelCard
                  key={channel.id}
                  {...{ channel, user, now, canChange }}
                  onEdit={() => setOpen(channel.id)}
                />
              ))}
            </ul>
          ) : (
            <Empty icon={IconSend} sentence="No channels yet. Rules notify only people who subscribe." />
          )
        ) : error && !isFetching ? (
          <Failed sentence="Loading channels failed" reason={errorSentence(error)} onReload={() => void refetch()} />
        ) : (
          <LoadingChannels />
        )}
      </FreshnessScope>
      {open === "new" && <NewChannelDialog user={user} onClose={() => setOpen(null)} />}
      {edited && <ChannelDialog key={edited.id} channel={edited} now={now} onClose={() => setOpen(null)} />}
    </AttentionFrame>
  );
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
  const face = stateFaces[state];
  const about = channelText(channel);
  const state_ = stateText(channel, now);
  return (
    <li className={styles.card}>
      <div className={styles.head}>
        <span className={styles.sign}>
          <Icon icon={channelIcons[kind]} size="l" />
        </span>
        <div className={styles.names}>
          <h2 title={name}>{name}</h2>
          <div className={styles.about} title={about}>
            {org_id === user.org_id ? about : `${organization} · ${about}`}
          </div>
        </div>
      </div>
      <div className={styles.state}>
        <Pill tone={face.tone} icon={face.icon}>
          {face.label}
        </Pill>
        <span className={styles.more}>{state_}</span>
      </div>
      {canChange && (
        <div className={styles.acts}>
          {kind !== "alertmanager_in" && (
            <Button
              icon={IconSend}
              aria-label={`Test ${name}`}
              busy={test.isPending}
              onClick={() => test.mutate(channel.id)}
            >
              Test
            </Button>
          )}
          <Button icon={IconPencil} aria-label={`Edit ${name}`} onClick={onEdit}>
            Edit
          </Button>
        </div>
      )}
      <TestResult result={test.data} error={test.error} />
    </li>
  );
}

const LOADING_CARDS = [1, 2, 3] as const;

/** Cards without content while the channels are loading. */
function LoadingChannels() {
  return (
    <output aria-label="Loading channels" className={styles.cards}>
      {LOADING_CARDS.map((card) => (
        <span key={card} className={styles.card}>
          <i className={styles.blank} />
          <i className={styles.blank} />
          <i className={styles.blank} />
        </span>
      ))}
    </output>
  );
}
