import { hrefs } from '../../../platform/web/routes.ts'
import { defineMessage, type MessageContext, text } from '../../../things/messages/message.ts'
import { NO_KEY } from '../../../things/messages/sealed-payload.ts'
import type { MessageSettings } from '../../../things/messages/settings.ts'
import type { SiteSettings } from '../../../things/settings/site-settings.ts'
import { ACCOUNT_REQUEST_MS } from '../key-lifetimes.ts'

type NewAccount = { readonly name: string; readonly email: string; readonly key: string }

type Context = MessageContext<SiteSettings & MessageSettings>

/** To a guest who requested an account after an order. The link proves the address, and makes the account. */
export const confirmAccount = defineMessage({
  id: 'confirm-account',
  title: 'Account after an order',
  description: 'A guest asks for an account after an order. It contains the link that makes it.',
  to: 'customer',
  subject: (_account: object, { siteTitle }) => `Open your ${siteTitle} account`,
  secrets: { blanks: { key: NO_KEY }, lifetimeMs: ACCOUNT_REQUEST_MS },
  load: async (_db, { payload }: { readonly payload: NewAccount }) => payload,
  render({ name, email, key }: NewAccount, { url }: Context) {
    const intro = 'One press, and your account is ready, with the orders that you placed with this email address.'
    return {
      preview: intro,
      title: `Your account is waiting${name === '' ? '' : `, ${name}`}.`,
      blocks: [
        text(intro),
        { kind: 'button', label: 'Open my account', href: url + hrefs.confirmAccount(key) },
        text(
          `You sign in with ${email}. Opened in the browser in which you ordered, the link needs nothing else; in any other you choose how to sign in. It works once and expires after a day.`,
        ),
        text('If you did not ask for an account, do nothing: none is made.'),
      ],
    }
  },
  sample: () => ({ name: 'Maya', email: 'maya@example.com', key: 'sample' }),
})
