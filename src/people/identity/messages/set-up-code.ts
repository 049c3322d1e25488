import { paths } from '../../../platform/web/routes.ts'
import { defineMessage, type MessageContext, text } from '../../../things/messages/message.ts'
import { NO_DIGITS } from '../../../things/messages/sealed-payload.ts'
import type { MessageSettings } from '../../../things/messages/settings.ts'
import type { SiteSettings } from '../../../things/settings/site-settings.ts'
import { SIGN_IN_CODE_MS } from '../key-lifetimes.ts'

type SetUp = { readonly name: string; readonly code: string }
type Context = MessageContext<SiteSettings & MessageSettings>

/** To a member of the staff who sets up the second factor in a browser that is not known. */
export const setUpCode = defineMessage({
  id: 'set-up-code',
  title: 'Set up a second factor',
  description: 'A member of the staff sets up their second factor in a new browser. It contains six digits.',
  to: 'customer',
  // Not the digits, which a locked screen would show.
  subject: (_setUp: object, { siteTitle }) => `Set up your second factor for ${siteTitle}`,
  secrets: { blanks: { code: NO_DIGITS }, lifetimeMs: SIGN_IN_CODE_MS },
  load: async (_db, { payload }: { readonly payload: SetUp }) => payload,
  render({ name, code }: SetUp, { url }: Context) {
    const intro =
      'Someone has signed in to your account in a new browser, and sets up the second factor that this shop asks for.'
    return {
      preview: intro,
      title: `Is it you${name === '' ? '' : `, ${name}`}?`,
      blocks: [
        text(intro),
        text(`If it is you, enter these digits there: ${code.slice(0, 3)} ${code.slice(3)}`),
        text('They work once, within ten minutes. We never ask for them on the phone or by email.'),
        text('If it is not you, somebody knows your password: choose a new one at once, and tell nobody the digits.'),
        { kind: 'button', label: 'Choose a new password', href: url + paths.lostPassword },
      ],
    }
  },
  sample: () => ({ name: 'Maya', code: '402716' }),
})
