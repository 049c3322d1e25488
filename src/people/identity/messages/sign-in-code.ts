import { hrefs } from '../../../platform/web/routes.ts'
import { defineMessage, type MessageContext, text } from '../../../things/messages/message.ts'
import { NO_DIGITS, NO_KEY } from '../../../things/messages/sealed-payload.ts'
import type { MessageSettings } from '../../../things/messages/settings.ts'
import type { SiteSettings } from '../../../things/settings/site-settings.ts'
import { SIGN_IN_CODE_MS } from '../key-lifetimes.ts'

type SignIn = { readonly name: string; readonly code: string; readonly linkKey: string }

type Context = MessageContext<SiteSettings & MessageSettings>

/** To the owner of an account who signs in without a password. */
export const signInCode = defineMessage({
  id: 'sign-in-code',
  title: 'Sign in by email',
  description: 'Someone signs in without a password. It contains a link and six digits.',
  to: 'customer',
  // Not the digits, which a locked screen would show.
  subject: (_signIn: object, { siteTitle }) => `Sign in to ${siteTitle}`,
  secrets: { blanks: { code: NO_DIGITS, linkKey: NO_KEY }, lifetimeMs: SIGN_IN_CODE_MS },
  load: async (_db, { payload }: { readonly payload: SignIn }) => payload,
  render({ name, code, linkKey }: SignIn, { url }: Context) {
    return {
      preview: 'A link and six digits to sign in with.',
      title: `Sign in${name === '' ? '' : `, ${name}`}.`,
      blocks: [
        text(`Enter these digits where you asked for them: ${code.slice(0, 3)} ${code.slice(3)}`),
        text('Or sign in on the device where you read this:'),
        { kind: 'button', label: 'Sign in', href: url + hrefs.signInLink(linkKey) },
        text(
          'Both work once, within ten minutes. We never ask for the digits on the phone or by email. If it was not you, do nothing: nobody can sign in without this email.',
        ),
      ],
    }
  },
  sample: () => ({ name: 'Maya', code: '402716', linkKey: 'sample' }),
})
