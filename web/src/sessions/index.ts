export { LoginPage, PublicPage } from "./login-page.tsx";
export {
  returnPath,
  safePath,
  currentUser,
  endSession,
  watchSession,
  forgetSession,
  endServerSession,
  forgetUnlessLoggedIn,
  onSessionChange,
  reloadSession,
  USER_LOAD_FAILED,
  useSession,
  viewerKey,
} from "./session.ts";
