import { hrefs, paths } from '../../../platform/web/routes.ts'
import { defineMessage, type MessageContext, text } from '../../../things/messages/message.ts'
import { NO_KEY } from '../../../things/messages/sealed-payload.ts'
import type { MessageSettings } from '../../../things/messages/settings.ts'
import type { SiteSettings } from '../../../things/settings/site-settings.ts'
import { RESET_LINK_MS } from '../key-lifetimes.ts'
import type { TakenBack } from '../undo-email-change.ts'

type Context = MessageContext<SiteSettings & MessageSettings>
type Undone = { readonly name: string; readonly passwordKey: string; readonly takenBack: TakenBack }

const titleOf = (start: string, name: string) => `${start}${name === '' ? '' : `, ${name}`}.`

const amount = (count: number, [one, more]: readonly [string, string]) =>
  count === 0 ? [] : [count === 1 ? `one ${one}` : `${count} ${more}`]

/** What the owner sets up again, one sentence each; the same on the page and in the email. */
export function takenBackTexts({ secondFactor, endedRecoveryCodes, ...taken }: TakenBack): readonly string[] {
  const ways = [
    ...amount(taken.passkeys, ['passkey', 'passkeys']),
    ...amount(taken.applicationPasswords, ['application password', 'application passwords']),
    ...amount(taken.apiKeys, ['API key', 'API keys']),
  ]
  return [
    'All sign-ins have ended, and the password works no longer.',
    ...(ways.length === 0
      ? []
      : [
          `Each opened your account by itself, so we removed them all, yours as well: ${ways.join(', ')}. Make those that you use anew.`,
        ]),
    ...(secondFactor === 'removed'
      ? ['We removed the second factor, which was set up after the change was asked for. Please set up your own.']
      : []),
    ...(secondFactor === 'kept' ? ['Your second factor is older than the change, and is still asked for.'] : []),
    ...(endedRecoveryCodes
      ? ['Its recovery codes were made after the change was asked for, and work no longer. Please make new ones.']
      : []),
  ]
}

/** To the old address, which is the account's again. */
export const emailChangeUndone = defineMessage({
  id: 'email-change-undone',
  title: 'Change of the email address undone',
  description:
    'The owner of an account undoes a change of its email address. It has the link to choose a new password.',
  to: 'customer',
  subject: (_undone: object, { siteTitle }) => `Your account at ${siteTitle} is yours again`,
  secrets: { blanks: { passwordKey: NO_KEY }, lifetimeMs: RESET_LINK_MS },
  load: async (_db, { payload }: { readonly payload: Undone }) => payload,
  render({ name, passwordKey, takenBack }: Undone, { url }: Context) {
    const intro =
      'You told us that the change of your email address was not yours. This is again the only address of your account.'
    return {
      preview: intro,
      title: titleOf('Your account is yours again', name),
      blocks: [
        text(intro),
        ...takenBackTexts(takenBack).map(text),
        { kind: 'button', label: 'Choose a new password', href: url + hrefs.setPassword(passwordKey) },
        text('The link works once and expires after a day.'),
        { kind: 'links', links: [{ label: 'See how you sign in', href: url + paths.accountSignIns }] },
      ],
    }
  },
  sample: () => ({
    ...{ name: 'Maya', passwordKey: 'sample' },
    takenBack: {
      passkeys: 1,
      applicationPasswords: 2,
      apiKeys: 0,
      secondFactor: 'removed',
      endedRecoveryCodes: false,
    } as const,
  }),
})

/** To the address that the account loses: it may be its owner's, and the old mailbox somebody else's by now. */
export const emailTakenBack = defineMessage({
  id: 'email-taken-back',
  title: 'Email address taken back',
  description: 'A change of an email address is undone: to the address that the account had since.',
  to: 'customer',
  subject: (_taken: object, { siteTitle }) => `Your email address at ${siteTitle} was changed back`,
  load: async (_db, { payload }: { readonly payload: { readonly name: string } }) => payload,
  render({ name }: { readonly name: string }, { url }: Context) {
    const intro =
      'Whoever reads the mailbox of the earlier address has undone the change to this one, and ended all sign-ins.'
    return {
      preview: intro,
      title: titleOf('Your email address was changed back', name),
      blocks: [
        text(intro),
        text('If you did not do this, somebody else reads that mailbox: please write to us.'),
        { kind: 'links', links: [{ label: 'Go to the shop', href: url + paths.home }] },
      ],
    }
  },
  sample: () => ({ name: 'Maya' }),
})
