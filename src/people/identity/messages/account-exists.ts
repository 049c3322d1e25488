import { paths } from '../../../platform/web/routes.ts'
import { defineMessage, type MessageContext, text } from '../../../things/messages/message.ts'
import type { MessageSettings } from '../../../things/messages/settings.ts'
import type { SiteSettings } from '../../../things/settings/site-settings.ts'

type Context = MessageContext<SiteSettings & MessageSettings>

/** To the owner of an account whose address was entered to register again. The page does not say that it exists. */
export const accountExists = defineMessage({
  id: 'account-exists',
  title: 'Account exists already',
  description: 'Someone registers with the email address of an account.',
  to: 'customer',
  subject: (_account: object, { siteTitle }) => `You already have a ${siteTitle} account`,
  load: async (_db, { payload }: { readonly payload: { readonly email: string } }) => payload,
  render({ email }: { readonly email: string }, { url }: Context) {
    const intro = `Someone asked for an account for ${email}. You already have one, and nothing was changed.`
    return {
      preview: intro,
      title: 'You already have an account.',
      blocks: [
        text(intro),
        { kind: 'button', label: 'Sign in', href: url + paths.account },
        text('If you have forgotten your password, you can choose a new one from the sign-in page.'),
      ],
    }
  },
  sample: () => ({ email: 'maya@example.com' }),
})
