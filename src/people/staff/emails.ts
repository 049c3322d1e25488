import { type Role, roleNames } from '../../platform/access/permissions.ts'
import { hrefs, paths } from '../../platform/web/routes.ts'
import { button, defineAccountEmail, definePersonalEmail } from '../../things/messages/message.ts'
import { NO_KEY } from '../../things/messages/sealed-payload.ts'
import { withPasswordKey } from '../identity/emails.ts'
import { INVITATION_MS, PASSWORD_LINK_MS } from '../identity/key-lifetimes.ts'

export const ownRights: Readonly<Record<Role, string>> = {
  customer: 'You can shop and see your own orders. The back office is closed to you.',
  editor: 'You can write posts and pages, manage pictures, reviews and comments, and change how the shop looks.',
  shop_manager:
    'You can run the shop: orders, products, coupons, customers, its settings, and everything that is written.',
  administrator: 'You can do everything, also decide who works here and where the money goes.',
}

type Invitation = { readonly role: Role; readonly inviter: string; readonly key: string }

export const invitationEmail = defineAccountEmail<Invitation>({
  id: 'staff-invitation',
  title: 'Invitation to the staff',
  description: 'You invite somebody to work in the back office. It contains the link to accept.',
  subject: (siteTitle) => `You are invited to work on ${siteTitle}`,
  secrets: { blanks: { key: NO_KEY }, lifetimeMs: INVITATION_MS },
  render({ role, inviter, key }, { url, settings: { siteTitle } }) {
    const intro = `${inviter} invites you to the back office of ${siteTitle} as ${roleNames[role].toLowerCase()}.`
    return {
      preview: intro,
      title: 'You are invited.',
      blocks: [
        `${intro} ${ownRights[role]}`,
        button('Accept the invitation', url + hrefs.acceptInvitation(key)),
        'The link works once and expires after a week. If you did not expect this, do nothing.',
      ],
    }
  },
  sample: () => ({ role: 'shop_manager', inviter: 'Ada Leaf', key: 'sample' }),
})

export const newPassword = definePersonalEmail({
  ...withPasswordKey(PASSWORD_LINK_MS),
  id: 'new-password',
  title: 'New password required',
  description: 'You make a person choose a new password. It contains the link to do so.',
  subject: (siteTitle) => `Please choose a new password for ${siteTitle}`,
  heading: 'Please choose a new password.',
  blocks: ({ passwordKey }, { url, settings: { siteTitle } }) => [
    `For safety ${siteTitle} has ended your old password, and signed you out everywhere. Choose a new one to sign in again.`,
    button('Choose a new password', url + hrefs.setPassword(passwordKey)),
    'The link works once and expires after a week. Apps that signed in as you need a new application password.',
  ],
})

export const roleChanged = defineAccountEmail<{ readonly name: string; readonly role: Role }>({
  id: 'role-changed',
  title: 'Role changed',
  description: 'You give a person another role.',
  subject: (siteTitle) => `Your role at ${siteTitle} has changed`,
  render: ({ name, role }, { url }) => ({
    preview: `Your role is now ${roleNames[role]}.`,
    title: `${roleNames[role]}${name === '' ? '' : `: ${name}`}`,
    blocks: [
      `Your role is now ${roleNames[role]}. ${ownRights[role]}`,
      'You were signed out everywhere. Sign in again to go on.',
      button('Sign in', url + (role === 'customer' ? paths.account : paths.login)),
    ],
  }),
  sample: () => ({ name: 'Maya', role: 'editor' }),
})
