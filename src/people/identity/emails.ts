import type { Tx } from '../../platform/database/connect.ts'
import { formatShopDateTime } from '../../platform/time/shop-time.ts'
import type { Platform } from '../../platform/web/context.ts'
import { hrefs, paths } from '../../platform/web/routes.ts'
import { button, defineAccountEmail, definePersonalEmail, link, titleWithName } from '../../things/messages/message.ts'
import { NO_DIGITS, NO_KEY } from '../../things/messages/sealed-payload.ts'
import { type MessageSender, sendAccountEmail } from '../../things/messages/send-message.ts'
import type { User } from './auth-session.ts'
import { ACCOUNT_REQUEST_MS, PASSWORD_LINK_MS, RESET_LINK_MS, SIGN_IN_CODE_MS } from './key-lifetimes.ts'

/* Emails to account owners. Subjects contain no digits, because lock screens show them. */

/** Without `passwordKey` the customer has already chosen a password. */
type NewAccount = { readonly firstName: string; readonly email: string; readonly passwordKey?: string }

export const welcome = defineAccountEmail<NewAccount>({
  id: 'new-account',
  title: 'New account',
  description: 'An account is created, by its owner while buying or by you. It contains the link to choose a password.',
  subject: (siteTitle) => `Your ${siteTitle} account`,
  secrets: { blanks: { passwordKey: NO_KEY }, lifetimeMs: PASSWORD_LINK_MS },
  render: ({ firstName, email, passwordKey }, { url }) => ({
    title: titleWithName('Your account is ready.', firstName),
    blocks: [
      `You can now see your orders and buy without typing your address again. You sign in with ${email}.`,
      ...(passwordKey === undefined
        ? [button('Open your account', url + paths.account)]
        : [
            button('Choose your password', url + hrefs.setPassword(passwordKey)),
            'The link works once and expires after a week.',
          ]),
    ],
  }),
  sample: () => ({ firstName: 'Maya', email: 'maya@example.com' }),
})

/** Sent if a registered address is used to register again: the page must not reveal the account. */
export const accountExists = defineAccountEmail<{ readonly email: string }>({
  id: 'account-exists',
  title: 'Account exists already',
  description: 'Someone registers with the email address of an account.',
  subject: (siteTitle) => `You already have a ${siteTitle} account`,
  render: ({ email }, { url }) => ({
    title: 'You already have an account.',
    blocks: [
      `Someone asked for an account for ${email}. You already have one, and nothing was changed.`,
      button('Sign in', url + paths.account),
      'If you have forgotten your password, you can choose a new one from the sign-in page.',
    ],
  }),
  sample: () => ({ email: 'maya@example.com' }),
})

export const confirmAccount = definePersonalEmail<{
  readonly name: string
  readonly email: string
  readonly key: string
}>({
  id: 'confirm-account',
  title: 'Account after an order',
  description: 'A guest asks for an account after an order. It contains the link that makes it.',
  subject: (siteTitle) => `Open your ${siteTitle} account`,
  secrets: { blanks: { key: NO_KEY }, lifetimeMs: ACCOUNT_REQUEST_MS },
  heading: 'Your account is waiting.',
  blocks: ({ email, key }, { url }) => [
    'With one click, your account is ready, with the orders that you placed with this email address.',
    button('Open my account', url + hrefs.confirmAccount(key)),
    `You sign in with ${email}. Opened in the browser in which you ordered, the link needs nothing else; in any other you choose how to sign in. It works once and expires after a day.`,
    'If you did not ask for an account, do nothing: none is made.',
  ],
  sample: () => ({ name: 'Maya', email: 'maya@example.com', key: 'sample' }),
})

type WithPasswordKey = { readonly name: string; readonly passwordKey: string }

/** For an email with the link to choose a password, which works until `lifetimeMs` have passed. */
export const withPasswordKey = (lifetimeMs: number) => ({
  secrets: { blanks: { passwordKey: NO_KEY }, lifetimeMs },
  sample: (): WithPasswordKey => ({ name: 'Maya', passwordKey: 'sample' }),
})

export const passwordReset = definePersonalEmail({
  ...withPasswordKey(RESET_LINK_MS),
  id: 'reset-password',
  title: 'Reset password',
  description: 'Someone has forgotten their password. It contains the link to choose a new one.',
  subject: (siteTitle) => `Choose a new password for ${siteTitle}`,
  heading: 'A new password.',
  blocks: ({ passwordKey }, { url }) => [
    'Someone asked for a new password for your account. If it was you, choose one here.',
    button('Choose a new password', url + hrefs.setPassword(passwordKey)),
    'The link works once and expires after a day. If it was not you, do nothing: your password stays as it is.',
  ],
})

/** Warns the owner, because somebody else may have made the change (OWASP, Forgot Password). */
export const passwordChanged = definePersonalEmail<{ readonly name: string }>({
  id: 'password-changed',
  title: 'Password changed',
  description: 'The password of an account was changed. It says what to do if it was somebody else.',
  subject: (siteTitle) => `Your ${siteTitle} password was changed`,
  heading: 'Your password was changed.',
  blocks: (_account, { url }) => [
    'The password of your account was just changed, and every other device was signed out.',
    'If it was you, there is nothing to do. If it was not, choose another one at once and write to us.',
    button('Choose another password', url + paths.lostPassword),
  ],
  sample: () => ({ name: 'Maya' }),
})

const securityChanges = {
  'second-factor-on': 'A second factor now protects your account: signing in asks for a code as well.',
  'second-factor-off': 'The second factor of your account was switched off.',
  'recovery-codes': 'New recovery codes were made for your account. The earlier ones no longer work.',
  'passkey-added': 'A passkey was added to your account. It opens the account without a password.',
  'passkey-removed': 'A passkey was removed from your account.',
} as const

export type SecurityChange = keyof typeof securityChanges

/** Warns the owner, because somebody else may have made the change (OWASP, Multifactor Authentication). */
export const securityChanged = definePersonalEmail<{ readonly name: string; readonly change: SecurityChange }>({
  id: 'security-changed',
  title: 'Way to sign in changed',
  description: 'A second factor or a passkey of an account is added or removed.',
  subject: (siteTitle) => `How you sign in to ${siteTitle} has changed`,
  heading: 'How you sign in has changed.',
  blocks: ({ change }, { url }) => [
    securityChanges[change],
    'If it was you, there is nothing to do. If it was not, choose a new password at once and write to us.',
    button('Choose a new password', url + paths.lostPassword),
    link('See how you sign in', url + paths.accountSignIns),
  ],
  sample: () => ({ name: 'Maya', change: 'passkey-added' }),
})

/** `device` in plain words; `at` in ISO 8601. */
type SignIn = { readonly name: string; readonly device: string; readonly at: string }

export const newSignIn = definePersonalEmail<SignIn>({
  id: 'new-sign-in',
  title: 'New sign-in',
  description: 'Somebody signs in to an account with a browser that was not used for it before.',
  subject: (siteTitle) => `A new sign-in to your ${siteTitle} account`,
  heading: 'A new sign-in.',
  blocks: ({ device, at }, { url }) => [
    'Somebody has just signed in to your account. If it was you, there is nothing to do.',
    {
      kind: 'rows',
      title: 'The sign-in',
      rows: [
        ['With', device],
        ['When', formatShopDateTime(new Date(at))],
      ],
    },
    'If it was not you, choose a new password. That ends every sign-in, this one as well.',
    button('Choose a new password', url + paths.lostPassword),
    link('See all your sign-ins', url + paths.accountSignIns),
  ],
  sample: (now) => ({ name: 'Maya', device: 'Firefox on Windows', at: now.toISOString() }),
})

type WithCode = { readonly name: string; readonly code: string }

const digits = (code: string) => [['Digits', `${code.slice(0, 3)} ${code.slice(3)}`]] as const

export const signInCode = definePersonalEmail<WithCode & { readonly linkKey: string }>({
  id: 'sign-in-code',
  title: 'Sign in by email',
  description: 'Someone signs in without a password. It contains a link and six digits.',
  subject: (siteTitle) => `Sign in to ${siteTitle}`,
  secrets: { blanks: { code: NO_DIGITS, linkKey: NO_KEY }, lifetimeMs: SIGN_IN_CODE_MS },
  preview: () => 'A link and six digits to sign in with.',
  heading: 'Sign in.',
  blocks: ({ code, linkKey }, { url }) => [
    { kind: 'rows', title: 'Enter these digits where you asked for them', rows: digits(code) },
    'Or sign in on the device where you read this:',
    button('Sign in', url + hrefs.signInLink(linkKey)),
    'Both work once, within ten minutes. We never ask for the digits on the phone or by email. If it was not you, do nothing: nobody can sign in without this email.',
  ],
  sample: () => ({ name: 'Maya', code: '402716', linkKey: 'sample' }),
})

export const setUpCode = definePersonalEmail<WithCode>({
  id: 'set-up-code',
  title: 'Set up a second factor',
  description: 'A member of the staff sets up their second factor in a new browser. It contains six digits.',
  subject: (siteTitle) => `Set up your second factor for ${siteTitle}`,
  secrets: { blanks: { code: NO_DIGITS }, lifetimeMs: SIGN_IN_CODE_MS },
  heading: 'Confirm that it’s you',
  blocks: ({ code }, { url }) => [
    'Someone has signed in to your account in a new browser, and sets up the second factor that this shop asks for.',
    { kind: 'rows', title: 'If it is you, enter these digits there', rows: digits(code) },
    'They work once, within ten minutes. We never ask for them on the phone or by email.',
    'If it is not you, somebody knows your password: choose a new one at once, and tell nobody the digits.',
    button('Choose a new password', url + paths.lostPassword),
  ],
  sample: () => ({ name: 'Maya', code: '402716' }),
})

export const reportSecurityChange = (
  shop: Pick<Platform, 'db'> & MessageSender,
  { id, email, name }: Pick<User, 'id' | 'email' | 'name'>,
  change: SecurityChange,
): Promise<void> =>
  shop.db.transaction(async (tx) => {
    await sendAccountEmail(tx, shop, securityChanged, email, {
      key: `security:${id}:${change}:${shop.now().getTime()}`,
      payload: { name, change },
    })
  })

/** Emails the owner of an account whose address was used to register again. */
export const reportExistingAccount = (tx: Tx, shop: MessageSender, email: string, key: string): Promise<boolean> =>
  sendAccountEmail(tx, shop, accountExists, email, { key, payload: { email } })
