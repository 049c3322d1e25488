import { type Context, Hono } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import type { ReactNode } from 'react'
import { ownWords, refusePassword } from '../../../people/accounts/new-password.ts'
import { type PasswordRefusal, passwordRefusalTexts } from '../../../people/accounts/password-rules.ts'
import { collapseWhitespace, isEmail } from '../../../people/addresses/address.ts'
import { acceptInvitation, findInvitation } from '../../../people/staff/invitations.ts'
import {
  type AcceptanceErrors,
  AcceptInvitationPage,
  ExpiredInvitationPage,
} from '../../../people/staff/pages/accept-invitation-page.tsx'
import type { CookieDeclaration } from '../../../platform/web/cookie-declaration.ts'
import { formFields } from '../../../platform/web/form.ts'
import { paths } from '../../../platform/web/routes.ts'
import { accountClass } from './account-page.tsx'
import type { AccountContext } from './context.ts'
import { signInAgain } from './finish-sign-in.ts'

/** Holds the key of an opened link, which is thus in no address, history or referrer. */
const KEY_COOKIE = 'wp-invitation'

export const invitationCookie: CookieDeclaration = {
  name: KEY_COOKIE,
  purpose: 'holds the key of an invitation to the staff',
  lifetime: 'until you close the browser',
}
const MAX_NAME_LENGTH = 100

/** Invitations to the staff: the page that the mailed link opens. */
export function invitationRoutes(shop: AccountContext): Hono {
  const app = new Hono()

  app.get(paths.staffInvitation, async (context) => {
    const key = context.req.query('key')
    if (key === undefined) return acceptPage(context, shop, getCookie(context, KEY_COOKIE) ?? '', null)
    if (!(await findInvitation(shop.db, key, shop.now()))) return endedPage(context)
    setCookie(context, KEY_COOKIE, key, {
      path: paths.staffInvitation,
      httpOnly: true,
      sameSite: 'Lax',
      secure: shop.url.startsWith('https:'),
    })
    return context.redirect(paths.staffInvitation, 302)
  })

  app.post(paths.staffInvitation, async (context) => {
    const fields = await formFields(context)
    const key = fields.invitation_key || getCookie(context, KEY_COOKIE) || ''
    const { password_1: password = '' } = fields
    const name = collapseWhitespace(fields.account_display_name ?? '')
    const invitation = await findInvitation(shop.db, key, shop.now())
    if (!invitation) return endedPage(context)
    const owner = { email: invitation.email, name, siteTitle: shop.settings().siteTitle }
    const errors = errorsOf(name, await refusePassword(password, owner))
    if (errors) return acceptPage(context, shop, key, { name, errors })
    const accepted = await acceptInvitation(shop, { key, name, password })
    if (!accepted) return endedPage(context)
    deleteCookie(context, KEY_COOKIE, { path: paths.staffInvitation })
    return signInAgain(context, shop, { email: accepted.email, password, redirectTo: paths.admin })
  })

  return app
}

function errorsOf(name: string, refusal: PasswordRefusal | null): AcceptanceErrors | null {
  const nameError =
    name === ''
      ? 'Enter your name.'
      : name.length > MAX_NAME_LENGTH
        ? `A name can have ${MAX_NAME_LENGTH} characters at most.`
        : isEmail(name)
          ? 'Your name is seen by others: please choose one that is not your email address.'
          : undefined
  const passwordError = refusal === null ? undefined : passwordRefusalTexts[refusal]
  return nameError === undefined && passwordError === undefined ? null : { name: nameError, password: passwordError }
}

function page(context: Context, title: string, body: ReactNode, status: 200 | 404 | 422 = 200) {
  // Other sites are told nothing. Without any referrer browsers would post its own form as if from another site.
  context.header('referrer-policy', 'same-origin')
  return context.render({ title, body, status, bodyClass: accountClass, noIndex: true })
}

type Typed = { readonly name: string; readonly errors: AcceptanceErrors }

async function acceptPage(context: Context, shop: AccountContext, key: string, typed: Typed | null) {
  const invitation = await findInvitation(shop.db, key, shop.now())
  if (!invitation) return endedPage(context)
  const { email, role, hasAccount } = invitation
  const { siteTitle } = shop.settings()
  const form = { name: typed?.name ?? invitation.name, errors: typed?.errors ?? {} }
  const words = ownWords({ email, name: form.name, siteTitle })
  const invited = { invitationKey: key, email, role, hasAccount, siteTitle, ownWords: words }
  const body = <AcceptInvitationPage {...invited} {...form} />
  return page(context, `Welcome to ${siteTitle}`, body, typed ? 422 : 200)
}

const endedPage = (context: Context) => page(context, 'This invitation has ended', <ExpiredInvitationPage />, 404)
