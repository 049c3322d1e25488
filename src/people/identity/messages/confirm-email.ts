import { hrefs } from '../../../platform/web/routes.ts'
import { defineMessage, type MessageContext, text } from '../../../things/messages/message.ts'
import { NO_KEY } from '../../../things/messages/sealed-payload.ts'
import type { MessageSettings } from '../../../things/messages/settings.ts'
import type { SiteSettings } from '../../../things/settings/site-settings.ts'
import { CONFIRM_EMAIL_MS } from '../key-lifetimes.ts'

type Confirm = { readonly name: string; readonly newEmail: string; readonly confirmKey: string }

type Context = MessageContext<SiteSettings & MessageSettings>

/** To the new email address of an account, which becomes its address by the link. */
export const confirmEmail = defineMessage({
  id: 'confirm-email',
  title: 'Confirm a new email address',
  description: 'A customer changes their email address: to the new one, with the link that makes the change.',
  to: 'customer',
  subject: (_change: object, { siteTitle }) => `Confirm your email address for ${siteTitle}`,
  secrets: { blanks: { confirmKey: NO_KEY }, lifetimeMs: CONFIRM_EMAIL_MS },
  load: async (_db, { payload }: { readonly payload: Confirm }) => payload,
  render({ name, newEmail, confirmKey }: Confirm, { url }: Context) {
    const intro = `You asked to sign in with ${newEmail} from now on. Confirm that this is your address.`
    return {
      preview: intro,
      title: `One more step${name === '' ? '' : `, ${name}`}.`,
      blocks: [
        text(intro),
        { kind: 'button', label: 'Confirm this address', href: url + hrefs.confirmEmail(confirmKey) },
        text('The link works once and expires after a day. Until then you sign in with your old address.'),
        text('If it was not you, do nothing: nothing changes.'),
      ],
    }
  },
  sample: () => ({ name: 'Maya', newEmail: 'maya@example.com', confirmKey: 'sample' }),
})
