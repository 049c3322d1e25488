import { hrefs, paths } from '../../../platform/web/routes.ts'
import { defineMessage, type MessageContext, text } from '../../../things/messages/message.ts'
import { NO_KEY } from '../../../things/messages/sealed-payload.ts'
import type { MessageSettings } from '../../../things/messages/settings.ts'
import type { SiteSettings } from '../../../things/settings/site-settings.ts'
import { PASSWORD_LINK_MS } from '../key-lifetimes.ts'

type NewAccount = {
  readonly firstName: string
  readonly email: string
  /** Key of the link to choose a password; without it the customer has chosen one. */
  readonly passwordKey?: string
}

type Context = MessageContext<SiteSettings & MessageSettings>

/** To the customer whose account was created, with the link to choose a password. */
export const welcome = defineMessage({
  id: 'new-account',
  title: 'New account',
  description: 'An account is created, by its owner while buying or by you. It contains the link to choose a password.',
  to: 'customer',
  subject: (_account: object, { siteTitle }) => `Your ${siteTitle} account`,
  secrets: { blanks: { passwordKey: NO_KEY }, lifetimeMs: PASSWORD_LINK_MS },
  load: async (_db, { payload }: { readonly payload: NewAccount }) => payload,
  render({ firstName, email, passwordKey }: NewAccount, { url }: Context) {
    const intro = `You can now see your orders and buy without typing your address again. You sign in with ${email}.`
    const links =
      passwordKey === undefined
        ? [{ kind: 'button', label: 'Open your account', href: url + paths.account } as const]
        : [
            { kind: 'button', label: 'Choose your password', href: url + hrefs.setPassword(passwordKey) } as const,
            text('The link works once and expires after a week.'),
          ]
    return {
      preview: intro,
      title: `Your account is ready${firstName === '' ? '' : `, ${firstName}`}.`,
      blocks: [text(intro), ...links],
    }
  },
  sample: () => ({ firstName: 'Maya', email: 'maya@example.com' }),
})
