import { formatShopDateTime } from '../../../platform/time/shop-time.ts'
import { paths } from '../../../platform/web/routes.ts'
import { defineMessage, type MessageContext, text } from '../../../things/messages/message.ts'
import type { MessageSettings } from '../../../things/messages/settings.ts'
import type { SiteSettings } from '../../../things/settings/site-settings.ts'

type SignIn = {
  readonly name: string
  /** Browser and system in plain words. */
  readonly device: string
  /** ISO 8601. */
  readonly at: string
}

type Context = MessageContext<SiteSettings & MessageSettings>

/** To the owner of an account after a sign-in with a browser that was not used for it before. */
export const newSignIn = defineMessage({
  id: 'new-sign-in',
  title: 'New sign-in',
  description: 'Somebody signs in to an account with a browser that was not used for it before.',
  to: 'customer',
  subject: (_signIn: object, { siteTitle }) => `A new sign-in to your ${siteTitle} account`,
  load: async (_db, { payload }: { readonly payload: SignIn }) => payload,
  render({ name, device, at }: SignIn, { url }: Context) {
    const intro = 'Somebody has just signed in to your account. If it was you, there is nothing to do.'
    return {
      preview: intro,
      title: `A new sign-in${name === '' ? '' : `, ${name}`}.`,
      blocks: [
        text(intro),
        {
          kind: 'rows',
          title: 'The sign-in',
          rows: [
            ['With', device],
            ['When', formatShopDateTime(new Date(at))],
          ],
        },
        text('If it was not you, choose a new password. That ends every sign-in, this one as well.'),
        { kind: 'button', label: 'Choose a new password', href: url + paths.lostPassword },
        { kind: 'links', links: [{ label: 'See all your sign-ins', href: url + paths.accountSignIns }] },
      ],
    }
  },
  sample: (_db, now) => ({ name: 'Maya', device: 'Firefox on Windows', at: now.toISOString() }),
})
