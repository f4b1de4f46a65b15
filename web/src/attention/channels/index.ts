export { channelIcons, channelText, stateFaces, stateText } from "./channel-texts.ts";
export { TestResult } from "./test-result.tsx";
export { useChannels, useTestChannel } from "./use-channels.ts";
