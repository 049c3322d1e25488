import { hrefs } from '../../../platform/web/routes.ts'
import { defineMessage, type MessageContext, text } from '../../../things/messages/message.ts'
import { NO_KEY } from '../../../things/messages/sealed-payload.ts'
import type { MessageSettings } from '../../../things/messages/settings.ts'
import type { SiteSettings } from '../../../things/settings/site-settings.ts'
import { RESET_LINK_MS } from '../key-lifetimes.ts'

type Reset = {
  readonly name: string
  /** Key of the link. */
  readonly passwordKey: string
}

type Context = MessageContext<SiteSettings & MessageSettings>

/** To the owner of an account whose password was forgotten. */
export const passwordReset = defineMessage({
  id: 'reset-password',
  title: 'Reset password',
  description: 'Someone has forgotten their password. It contains the link to choose a new one.',
  to: 'customer',
  subject: (_reset: object, { siteTitle }) => `Choose a new password for ${siteTitle}`,
  secrets: { blanks: { passwordKey: NO_KEY }, lifetimeMs: RESET_LINK_MS },
  load: async (_db, { payload }: { readonly payload: Reset }) => payload,
  render({ name, passwordKey }: Reset, { url }: Context) {
    const intro = 'Someone asked for a new password for your account. If it was you, choose one here.'
    return {
      preview: intro,
      title: `A new password${name === '' ? '' : `, ${name}`}.`,
      blocks: [
        text(intro),
        { kind: 'button', label: 'Choose a new password', href: url + hrefs.setPassword(passwordKey) },
        text(
          'The link works once and expires after a day. If it was not you, do nothing: your password stays as it is.',
        ),
      ],
    }
  },
  sample: () => ({ name: 'Maya', passwordKey: 'sample' }),
})
