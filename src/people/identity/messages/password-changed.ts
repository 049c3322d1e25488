import { paths } from '../../../platform/web/routes.ts'
import { defineMessage, type MessageContext, text } from '../../../things/messages/message.ts'
import type { MessageSettings } from '../../../things/messages/settings.ts'
import type { SiteSettings } from '../../../things/settings/site-settings.ts'

type Changed = { readonly name: string }
type Context = MessageContext<SiteSettings & MessageSettings>

/** To the owner of an account whose password was changed: it may have been somebody else (OWASP, Forgot Password). */
export const passwordChanged = defineMessage({
  id: 'password-changed',
  title: 'Password changed',
  description: 'The password of an account was changed. It says what to do if it was somebody else.',
  to: 'customer',
  subject: (_changed: object, { siteTitle }) => `Your ${siteTitle} password was changed`,
  load: async (_db, { payload }: { readonly payload: Changed }) => payload,
  render({ name }: Changed, { url }: Context) {
    const intro = 'The password of your account was just changed, and every other device was signed out.'
    return {
      preview: intro,
      title: `Your password was changed${name === '' ? '' : `, ${name}`}.`,
      blocks: [
        text(intro),
        text('If it was you, there is nothing to do. If it was not, choose another one at once and write to us.'),
        { kind: 'button', label: 'Choose another password', href: url + paths.lostPassword },
      ],
    }
  },
  sample: () => ({ name: 'Maya' }),
})
