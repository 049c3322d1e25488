import { type Role, roleNames, roles } from '../../../platform/access/permissions.ts'
import { paths } from '../../../platform/web/routes.ts'
import { defineMessage, type MessageContext, text } from '../../../things/messages/message.ts'
import type { MessageSettings } from '../../../things/messages/settings.ts'
import type { SiteSettings } from '../../../things/settings/site-settings.ts'

type Change = { readonly name: string; readonly role: Role }
type Context = MessageContext<SiteSettings & MessageSettings>

const rights: Readonly<Record<Role, string>> = {
  customer: 'You can shop and see your own orders. The back office is closed to you.',
  editor: 'You can write posts and pages, look after pictures, reviews and comments, and change how the shop looks.',
  shop_manager:
    'You can run the shop: orders, products, coupons, customers, its settings, and everything that is written.',
  administrator: 'You can do everything, also decide who works here and where the money goes.',
}

/** What a role lets its people do, in a sentence or two to them. */
export const rightsOf = (role: Role): string => rights[role]

/** To a person whose role was changed. */
export const roleChanged = defineMessage({
  id: 'role-changed',
  title: 'Role changed',
  description: 'You give a person another role.',
  to: 'customer',
  subject: (_change: object, { siteTitle }) => `Your role at ${siteTitle} has changed`,
  load: async (_db, { payload }: { readonly payload: Change }) => payload,
  render({ name, role }: Change, { url }: Context) {
    const title = `${roleNames[role]}${name === '' ? '' : `: ${name}`}`
    return {
      preview: `Your role is now ${roleNames[role]}.`,
      title,
      blocks: [
        text(`Your role is now ${roleNames[role]}. ${rightsOf(role)}`),
        text('You were signed out everywhere. Sign in again to go on.'),
        { kind: 'button', label: 'Sign in', href: url + (role === roles[0] ? paths.account : paths.login) },
      ],
    }
  },
  sample: () => ({ name: 'Maya', role: 'editor' as const }),
})
