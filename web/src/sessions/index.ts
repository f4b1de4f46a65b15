export { LoginPage } from "./login-page.tsx";
export { OutsidePage } from "./outside-page.tsx";
export { returnPath, safePath } from "./safe-path.ts";
export {
  currentUser,
  endSession,
  followSession,
  forgetSession,
  leave,
  onSessionChange,
  reloadSession,
  USER_LOAD_FAILED,
  useSession,
  viewerKey,
} from "./session.ts";
