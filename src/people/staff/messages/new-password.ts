import { hrefs } from '../../../platform/web/routes.ts'
import { defineMessage, type MessageContext, text } from '../../../things/messages/message.ts'
import { NO_KEY } from '../../../things/messages/sealed-payload.ts'
import type { MessageSettings } from '../../../things/messages/settings.ts'
import type { SiteSettings } from '../../../things/settings/site-settings.ts'
import { PASSWORD_LINK_MS } from '../../identity/key-lifetimes.ts'

type NewPassword = {
  readonly name: string
  /** Key of the link. */
  readonly passwordKey: string
}
type Context = MessageContext<SiteSettings & MessageSettings>

/** To a person whose password an administrator has ended. */
export const newPassword = defineMessage({
  id: 'new-password',
  title: 'New password required',
  description: 'You make a person choose a new password. It contains the link to do so.',
  to: 'customer',
  subject: (_reset: object, { siteTitle }) => `Please choose a new password for ${siteTitle}`,
  secrets: { blanks: { passwordKey: NO_KEY }, lifetimeMs: PASSWORD_LINK_MS },
  load: async (_db, { payload }: { readonly payload: NewPassword }) => payload,
  render({ name, passwordKey }: NewPassword, { url, settings: { siteTitle } }: Context) {
    const intro = `For safety ${siteTitle} has ended your old password, and signed you out everywhere. Choose a new one to sign in again.`
    return {
      preview: intro,
      title: `Please choose a new password${name === '' ? '' : `, ${name}`}.`,
      blocks: [
        text(intro),
        { kind: 'button', label: 'Choose a new password', href: url + hrefs.setPassword(passwordKey) },
        text(
          'The link works once and expires after a week. Apps that signed in as you need a new application password.',
        ),
      ],
    }
  },
  sample: () => ({ name: 'Maya', passwordKey: 'sample' }),
})
