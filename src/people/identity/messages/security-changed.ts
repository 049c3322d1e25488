import { paths } from '../../../platform/web/routes.ts'
import { defineMessage, type MessageContext, text } from '../../../things/messages/message.ts'
import type { MessageSettings } from '../../../things/messages/settings.ts'
import type { SiteSettings } from '../../../things/settings/site-settings.ts'

const changes = {
  'second-factor-on': 'A second factor now protects your account: signing in asks for a code as well.',
  'second-factor-off': 'The second factor of your account was switched off.',
  'recovery-codes': 'New recovery codes were made for your account. The earlier ones work no longer.',
  'passkey-added': 'A passkey was added to your account. It opens the account without a password.',
  'passkey-removed': 'A passkey was removed from your account.',
} as const

export type SecurityChange = keyof typeof changes

type Changed = { readonly name: string; readonly change: SecurityChange }
type Context = MessageContext<SiteSettings & MessageSettings>

/** To the owner of an account whose way to sign in has changed: it may have been somebody else (OWASP, Multifactor). */
export const securityChanged = defineMessage({
  id: 'security-changed',
  title: 'Way to sign in changed',
  description: 'A second factor or a passkey of an account is added or removed.',
  to: 'customer',
  subject: (_changed: object, { siteTitle }) => `How you sign in to ${siteTitle} has changed`,
  load: async (_db, { payload }: { readonly payload: Changed }) => payload,
  render({ name, change }: Changed, { url }: Context) {
    const intro = changes[change]
    return {
      preview: intro,
      title: `How you sign in has changed${name === '' ? '' : `, ${name}`}.`,
      blocks: [
        text(intro),
        text('If it was you, there is nothing to do. If it was not, choose a new password at once and write to us.'),
        { kind: 'button', label: 'Choose a new password', href: url + paths.lostPassword },
        { kind: 'links', links: [{ label: 'See how you sign in', href: url + paths.accountSignIns }] },
      ],
    }
  },
  sample: () => ({ name: 'Maya', change: 'passkey-added' as const }),
})
