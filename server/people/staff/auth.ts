import { type App, bind } from '#server/core/app.ts';
import { hintCookie } from './cookies.ts';
import { findInvitation, invite, join, openInvitations } from './invitations.ts';
import { openedLink, usedLinkCookie } from './link-cookies.ts';
import { changeEmail, changeName, endSessions, ownSessions } from './own-account.ts';
import { askForPasskey, signInByPasskey } from './passkey-sign-in.ts';
import { addPasskey, beginPasskey, listPasskeys, removePasskey } from './passkeys.ts';
import { changePassword, isResetOpen, requestReset, resetPassword } from './passwords.ts';
import { beginSecondFactor, confirmSecondFactor, makeRecoveryCodes } from './second-factor.ts';
import { read, signOut } from './sessions.ts';
import { enterCode, enterRecoveryCode, signIn, signInAgain } from './sign-in.ts';
import {
  closeAccount,
  inviteHandler,
  openClaims,
  readOwners,
  reopenAccount,
  resetFactors,
  setRole,
  withdraw,
} from './staff-accounts.ts';
import { all } from './staff-store.ts';
import { countUnreadableFactors } from './unreadable-factors.ts';

export type Auth = ReturnType<typeof authOf>;

/** Accounts of staff, signing in, and who is signed in: what routes call. */
export function authOf(app: App) {
  return {
    ...bind(app, {
      /** How many second factors neither this secret nor the one before it reads. */
      countUnreadableFactors: ({ db, secrets }) => countUnreadableFactors(db, [secrets.current, secrets.previous]),
      read,
      signOut,
      hintCookie: ({ env }, isSignedIn: boolean) => hintCookie(env.siteUrl, isSignedIn),
      openedLink,
      usedLinkCookie,
      signIn,
      enterCode,
      enterRecoveryCode,
      signInAgain,
      askForPasskey,
      signInByPasskey,
      invite,
      invitation: findInvitation,
      join,
      requestReset,
      isResetOpen,
      reset: resetPassword,
      changePassword,
      changeName,
      changeEmail,
      sessions: ownSessions,
      endSessions,
    }),
    secondFactor: bind(app, { begin: beginSecondFactor, confirm: confirmSecondFactor, makeRecoveryCodes }),
    passkeys: bind(app, { list: listPasskeys, begin: beginPasskey, add: addPasskey, remove: removePasskey }),
    accounts: bind(app, {
      all,
      owners: readOwners,
      invitations: openInvitations,
      invite: inviteHandler,
      withdrawInvitation: withdraw,
      setRole,
      openClaims,
      close: closeAccount,
      open: reopenAccount,
      resetFactors,
    }),
  };
}
