import { formatShopDay } from '../../../platform/time/shop-time.ts'
import { paths } from '../../../platform/web/routes.ts'
import { defineMessage, type MessageContext, text } from '../../../things/messages/message.ts'
import type { MessageSettings } from '../../../things/messages/settings.ts'
import type { SiteSettings } from '../../../things/settings/site-settings.ts'

type Deletion = { readonly name: string; readonly dueAt: string }

type Context = MessageContext<SiteSettings & MessageSettings>

/** To whoever asked to delete their account, with the way to keep it. */
export const deletionRequested = defineMessage({
  id: 'account-deletion-requested',
  title: 'Account to be deleted',
  description: 'Someone asks to delete their account. It contains the date, and the way to keep the account.',
  to: 'customer',
  subject: (_deletion: object, { siteTitle }) => `Your ${siteTitle} account will be deleted`,
  load: async (_db, { payload }: { readonly payload: Deletion }) => payload,
  render({ name, dueAt }: Deletion, { url }: Context) {
    const day = formatShopDay(new Date(dueAt))
    return {
      preview: `On ${day}, unless you change your mind.`,
      title: `Goodbye${name === '' ? '' : `, ${name}`}?`,
      blocks: [
        text(`You asked us to delete your account. We do so on ${day}. Until then nothing is lost.`),
        text(
          'To keep it, sign in and press “Keep my account”. If you did not ask for this, sign in and change your password as well.',
        ),
        { kind: 'button', label: 'Keep my account', href: url + paths.accountPrivacy },
      ],
    }
  },
  sample: () => ({ name: 'Maya', dueAt: '2026-07-01T12:00:00Z' }),
})
