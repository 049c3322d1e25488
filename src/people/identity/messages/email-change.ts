import { hrefs } from '../../../platform/web/routes.ts'
import { defineMessage, type MessageContext, text } from '../../../things/messages/message.ts'
import { NO_KEY } from '../../../things/messages/sealed-payload.ts'
import type { MessageSettings } from '../../../things/messages/settings.ts'
import type { SiteSettings } from '../../../things/settings/site-settings.ts'
import { UNDO_EMAIL_MS } from '../key-lifetimes.ts'

type Change = { readonly name: string; readonly newEmail: string; readonly undoKey: string }

type Context = MessageContext<SiteSettings & MessageSettings>

const sample = () => ({ name: 'Maya', newEmail: 'maya.new@example.com', undoKey: 'sample' })

const load = async (_db: unknown, { payload }: { readonly payload: Change }) => payload

const titleOf = (start: string, name: string) => `${start}${name === '' ? '' : `, ${name}`}.`

/** To the old address, before a change of the email address is confirmed. */
export const emailChangeAsked = defineMessage({
  id: 'email-change-asked',
  title: 'New email address asked for',
  description: 'A customer changes their email address: to the old one, with a link that stops it.',
  to: 'customer',
  subject: (_change: object, { siteTitle }) => `Your email address at ${siteTitle} is about to change`,
  secrets: { blanks: { undoKey: NO_KEY }, lifetimeMs: UNDO_EMAIL_MS },
  load,
  render({ name, newEmail, undoKey }: Change, { url }: Context) {
    const intro = `Someone who is signed in to your account wants to change its email address to ${newEmail}.`
    return {
      preview: intro,
      title: titleOf('Your email address is about to change', name),
      blocks: [
        text(intro),
        text('If it was you, confirm it by the link in the email to your new address.'),
        text('If it was not you, stop it. All sign-ins end then, and you choose a new password.'),
        { kind: 'button', label: 'It was not me', href: url + hrefs.undoEmail(undoKey) },
      ],
    }
  },
  sample,
})

/** To the old address, after the new one was confirmed. */
export const emailChanged = defineMessage({
  id: 'email-changed',
  title: 'Email address changed',
  description: 'A customer has confirmed their new email address: to the old one, with a link that undoes it.',
  to: 'customer',
  subject: (_change: object, { siteTitle }) => `Your email address at ${siteTitle} was changed`,
  secrets: { blanks: { undoKey: NO_KEY }, lifetimeMs: UNDO_EMAIL_MS },
  load,
  render({ name, newEmail, undoKey }: Change, { url }: Context) {
    const intro = `From now on you sign in with ${newEmail}, and we write to that address.`
    return {
      preview: intro,
      title: titleOf('Your email address was changed', name),
      blocks: [
        text(intro),
        text(
          'If it was not you, take it back within a week: this address is yours again, all sign-ins end, and you choose a new password.',
        ),
        { kind: 'button', label: 'It was not me', href: url + hrefs.undoEmail(undoKey) },
      ],
    }
  },
  sample,
})
