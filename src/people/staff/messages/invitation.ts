import { type Role, roleNames } from '../../../platform/access/permissions.ts'
import { hrefs } from '../../../platform/web/routes.ts'
import { defineMessage, type MessageContext, text } from '../../../things/messages/message.ts'
import { NO_KEY } from '../../../things/messages/sealed-payload.ts'
import type { MessageSettings } from '../../../things/messages/settings.ts'
import type { SiteSettings } from '../../../things/settings/site-settings.ts'
import { INVITATION_MS } from '../../identity/key-lifetimes.ts'
import { rightsOf } from './role-changed.ts'

type Invitation = {
  readonly role: Role
  /** Who invites. */
  readonly inviter: string
  /** Key of the link. */
  readonly key: string
}
type Context = MessageContext<SiteSettings & MessageSettings>

/** To somebody who is to work in the back office. */
export const invitationMessage = defineMessage({
  id: 'staff-invitation',
  title: 'Invitation to the staff',
  description: 'You invite somebody to work in the back office. It contains the link to accept.',
  to: 'customer',
  subject: (_invitation: object, { siteTitle }) => `You are invited to work on ${siteTitle}`,
  secrets: { blanks: { key: NO_KEY }, lifetimeMs: INVITATION_MS },
  load: async (_db, { payload }: { readonly payload: Invitation }) => payload,
  render({ role, inviter, key }: Invitation, { url, settings: { siteTitle } }: Context) {
    const intro = `${inviter} invites you to the back office of ${siteTitle} as ${roleNames[role].toLowerCase()}.`
    return {
      preview: intro,
      title: 'You are invited.',
      blocks: [
        text(`${intro} ${rightsOf(role)}`),
        { kind: 'button', label: 'Accept the invitation', href: url + hrefs.acceptInvitation(key) },
        text('The link works once and expires after a week. If you did not expect this, do nothing.'),
      ],
    }
  },
  sample: () => ({ role: 'shop_manager' as const, inviter: 'Ada Leaf', key: 'sample' }),
})
