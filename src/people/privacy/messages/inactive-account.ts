import { formatShopDay } from '../../../platform/time/shop-time.ts'
import { hrefs, paths } from '../../../platform/web/routes.ts'
import { defineMessage, type MessageContext, text } from '../../../things/messages/message.ts'
import type { MessageSettings } from '../../../things/messages/settings.ts'
import type { SiteSettings } from '../../../things/settings/site-settings.ts'

type Inactive = { readonly name: string; readonly dueAt: string }

type Context = MessageContext<SiteSettings & MessageSettings>

/** Before an unused account is deleted. */
export const inactiveAccount = defineMessage({
  id: 'inactive-account',
  title: 'Account not used for long',
  description:
    'An account has not been used for the time set under Privacy. It is deleted 30 days later, unless its owner signs in.',
  to: 'customer',
  subject: (_account: object, { siteTitle }) => `Do you still need your ${siteTitle} account?`,
  load: async (_db, { payload }: { readonly payload: Inactive }) => payload,
  render({ name, dueAt }: Inactive, { url }: Context) {
    const day = formatShopDay(new Date(dueAt))
    return {
      preview: `Sign in before ${day} to keep it.`,
      title: `It has been a while${name === '' ? '' : `, ${name}`}.`,
      blocks: [
        text(
          `Nobody has signed in to your account for long. We delete it on ${day}, so that we do not keep data that nobody needs.`,
        ),
        text('To keep it, sign in once before that day.'),
        { kind: 'button', label: 'Sign in', href: url + hrefs.login(paths.account) },
      ],
    }
  },
  sample: () => ({ name: 'Maya', dueAt: '2026-07-01T12:00:00Z' }),
})
