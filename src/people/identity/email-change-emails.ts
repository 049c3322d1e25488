import { hrefs, paths } from '../../platform/web/routes.ts'
import { button, definePersonalEmail, link } from '../../things/messages/message.ts'
import { NO_KEY } from '../../things/messages/sealed-payload.ts'
import type { RemovedFactors } from './factors/second-factor.ts'
import { CONFIRM_EMAIL_MS, RESET_LINK_MS, UNDO_EMAIL_MS } from './key-lifetimes.ts'

export const confirmEmail = definePersonalEmail<{
  readonly name: string
  readonly newEmail: string
  readonly confirmKey: string
}>({
  id: 'confirm-email',
  title: 'Confirm a new email address',
  description: 'A customer changes their email address: to the new one, with the link that makes the change.',
  subject: (siteTitle) => `Confirm your email address for ${siteTitle}`,
  secrets: { blanks: { confirmKey: NO_KEY }, lifetimeMs: CONFIRM_EMAIL_MS },
  heading: 'One more step.',
  blocks: ({ newEmail, confirmKey }, { url }) => [
    `You asked to sign in with ${newEmail} from now on. Confirm that this is your address.`,
    button('Confirm this address', url + hrefs.confirmEmail(confirmKey)),
    'The link works once and expires after a day. Until then you sign in with your old address.',
    'If it was not you, do nothing: nothing changes.',
  ],
  sample: () => ({ name: 'Maya', newEmail: 'maya@example.com', confirmKey: 'sample' }),
})

type EmailChange = { readonly name: string; readonly newEmail: string; readonly undoKey: string }

/** What happens to the email address, after 'Your email address', for subject and heading. */
const about = (change: string) => ({
  subject: (siteTitle: string) => `Your email address at ${siteTitle} ${change}`,
  heading: `Your email address ${change}.`,
})

/** To the old address, with a link that takes the change back. */
const toOldAddress = (change: string) => ({
  ...about(change),
  secrets: { blanks: { undoKey: NO_KEY }, lifetimeMs: UNDO_EMAIL_MS },
  sample: (): EmailChange => ({ name: 'Maya', newEmail: 'maya.new@example.com', undoKey: 'sample' }),
})
const undoButton = (url: string, undoKey: string) => button('This wasn’t me', url + hrefs.undoEmail(undoKey))

export const emailChangeRequested = definePersonalEmail({
  id: 'email-change-asked',
  title: 'New email address asked for',
  description: 'A customer changes their email address: to the old one, with a link that stops it.',
  ...toOldAddress('is about to change'),
  blocks: ({ newEmail, undoKey }, { url }) => [
    `Someone who is signed in to your account wants to change its email address to ${newEmail}.`,
    'If it was you, confirm it by the link in the email to your new address.',
    'If it was not you, stop it. All sign-ins end then, and you choose a new password.',
    undoButton(url, undoKey),
  ],
})

export const emailChanged = definePersonalEmail({
  id: 'email-changed',
  title: 'Email address changed',
  description: 'A customer has confirmed their new email address: to the old one, with a link that undoes it.',
  ...toOldAddress('was changed'),
  blocks: ({ newEmail, undoKey }, { url }) => [
    `From now on you sign in with ${newEmail}, and we write to that address.`,
    'If it was not you, take it back within a week: this address is yours again, all sign-ins end, and you choose a new password.',
    undoButton(url, undoKey),
  ],
})

export type RemovedAccess = RemovedFactors & {
  readonly passkeys: number
  readonly applicationPasswords: number
  readonly apiKeys: number
}

const amount = (count: number, [one, more]: readonly [string, string]) =>
  count === 0 ? [] : [count === 1 ? `one ${one}` : `${count} ${more}`]

/** What was reset and must be set up again, one sentence each, for page and email. */
export function removedAccessTexts({ secondFactor, endedRecoveryCodes, ...taken }: RemovedAccess): readonly string[] {
  const ways = [
    ...amount(taken.passkeys, ['passkey', 'passkeys']),
    ...amount(taken.applicationPasswords, ['application password', 'application passwords']),
    ...amount(taken.apiKeys, ['API key', 'API keys']),
  ]
  return [
    'All sign-ins have ended, and the password no longer works.',
    ways.length > 0 &&
      `Each opened your account by itself, so we removed them all, yours as well: ${ways.join(', ')}. Make those that you use anew.`,
    secondFactor === 'removed' &&
      'We removed the second factor, which was set up after the change was asked for. Please set up your own.',
    secondFactor === 'kept' && 'Your second factor is older than the change, and is still asked for.',
    endedRecoveryCodes &&
      'Its recovery codes were made after the change was asked for, and no longer work. Please make new ones.',
  ].filter((sentence) => sentence !== false)
}

export const emailChangeUndone = definePersonalEmail<{
  readonly name: string
  readonly passwordKey: string
  readonly takenBack: RemovedAccess
}>({
  id: 'email-change-undone',
  title: 'Change of the email address undone',
  description:
    'The owner of an account undoes a change of its email address. It has the link to choose a new password.',
  subject: (siteTitle) => `Your account at ${siteTitle} is yours again`,
  secrets: { blanks: { passwordKey: NO_KEY }, lifetimeMs: RESET_LINK_MS },
  heading: 'Your account is yours again.',
  blocks: ({ passwordKey, takenBack }, { url }) => [
    'You told us that the change of your email address was not yours. This is again the only address of your account.',
    ...removedAccessTexts(takenBack),
    button('Choose a new password', url + hrefs.setPassword(passwordKey)),
    'The link works once and expires after a day.',
    link('See how you sign in', url + paths.accountSignIns),
  ],
  sample: () => ({
    name: 'Maya',
    passwordKey: 'sample',
    takenBack: { passkeys: 1, applicationPasswords: 2, apiKeys: 0, secondFactor: 'removed', endedRecoveryCodes: false },
  }),
})

/** Also sent to the lost address, which may be the owner's: an attacker may control the old mailbox. */
export const emailChangeReverted = definePersonalEmail<{ readonly name: string }>({
  id: 'email-taken-back',
  title: 'Email address taken back',
  description: 'A change of an email address is undone: to the address that the account had since.',
  ...about('was changed back'),
  blocks: (_account, { url }) => [
    'Whoever reads the mailbox of the earlier address has undone the change to this one, and ended all sign-ins.',
    'If you did not do this, somebody else reads that mailbox: please write to us.',
    link('Go to the shop', url + paths.home),
  ],
  sample: () => ({ name: 'Maya' }),
})
