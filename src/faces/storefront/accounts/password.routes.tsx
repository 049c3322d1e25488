import { type Context, Hono } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import type { ReactNode } from 'react'
import { type EmailRequestProblem, requestByEmail } from '../../../people/accounts/account-requests.ts'
import { redeemPasswordKey } from '../../../people/accounts/change-password.ts'
import { knownDevice } from '../../../people/accounts/known-device.ts'
import { ownWords, refusePassword } from '../../../people/accounts/new-password.ts'
import { ForgottenPasswordPage, ResetLinkSentPage } from '../../../people/accounts/pages/forgotten-password-page.tsx'
import {
  ExpiredLinkPage,
  type PasswordProblem,
  SetPasswordPage,
} from '../../../people/accounts/pages/set-password-page.tsx'
import { findPasswordKeyUser } from '../../../people/accounts/password-keys.store.ts'
import { clientAddress } from '../../../platform/web/client-address.ts'
import type { CookieDeclaration } from '../../../platform/web/cookie-declaration.ts'
import { formFields } from '../../../platform/web/form.ts'
import { paths } from '../../../platform/web/routes.ts'
import { accountClass, emailRequestStatus } from './account-page.tsx'
import type { AccountContext } from './context.ts'
import { signInAgain } from './finish-sign-in.ts'

/** Holds the key of an opened link, which is thus in no address, history or referrer. */
const KEY_COOKIE = 'wp-resetpass'

export const passwordLinkCookie: CookieDeclaration = {
  name: KEY_COOKIE,
  purpose: 'holds the key of a link to choose a password',
  lifetime: 'until you close the browser',
}

/** Forgotten passwords: asking for a link, and choosing a password with one (account-pages.md). */
export function passwordRoutes(shop: AccountContext): Hono {
  const app = new Hono()

  app.get(paths.lostPassword, async (context) => {
    const { key, 'show-reset-form': showsForm, 'reset-link-sent': isSent } = context.req.query()
    if (key !== undefined) {
      if (!(await findPasswordKeyUser(shop.db, key, shop.now()))) return expiredPage(context)
      rememberKey(context, shop, key)
      return context.redirect(`${paths.lostPassword}?show-reset-form=true`, 302)
    }
    if (isSent !== undefined) return page(context, 'Look in your mailbox', <ResetLinkSentPage />)
    if (showsForm !== undefined) return setPasswordPage(context, shop, getCookie(context, KEY_COOKIE) ?? '', null)
    return forgottenPage(context, '', null)
  })

  app.post(paths.lostPassword, async (context) => {
    const fields = await formFields(context)
    return fields.password_1 === undefined ? requestLink(context, shop, fields) : resetPassword(context, shop, fields)
  })

  return app
}

type Fields = Readonly<Record<string, string>>

/** The same answer whether there is an account or not. */
async function requestLink(context: Context, shop: AccountContext, fields: Fields) {
  const email = (fields.user_login ?? '').trim()
  const problem = await requestByEmail(shop, 'reset-password', { email, clientAddress: clientAddress(context) })
  if (problem) return forgottenPage(context, email, problem)
  return context.redirect(`${paths.lostPassword}?reset-link-sent=true`, 303)
}

async function resetPassword(context: Context, shop: AccountContext, fields: Fields) {
  const key = fields.reset_key || getCookie(context, KEY_COOKIE) || ''
  const { password_1: password = '', password_2: repetition } = fields
  const user = await findPasswordKeyUser(shop.db, key, shop.now())
  if (!user) return expiredPage(context)
  const refusal = await refusePassword(password, { ...user, siteTitle: shop.settings().siteTitle })
  if (refusal !== null) return setPasswordPage(context, shop, key, refusal)
  if (repetition !== undefined && repetition !== password) return setPasswordPage(context, shop, key, 'differs')
  const knownUserIds = knownDevice(context, shop)?.userIds ?? []
  if (!(await redeemPasswordKey(shop, key, user, { password, knownUserIds }))) return expiredPage(context)
  deleteCookie(context, KEY_COOKIE, { path: paths.lostPassword })
  return signInAgain(context, shop, { email: user.email, password, redirectTo: paths.account })
}

function rememberKey(context: Context, shop: AccountContext, key: string): void {
  setCookie(context, KEY_COOKIE, key.slice(0, 100), {
    path: paths.lostPassword,
    httpOnly: true,
    sameSite: 'Lax',
    secure: shop.url.startsWith('https:'),
  })
}

function page(context: Context, title: string, body: ReactNode, status: 200 | 404 | 422 | 429 = 200) {
  const bodyClass = `${accountClass} woocommerce-lost-password`
  // Other sites are told nothing. Without any referrer browsers would post its own form as if from another site.
  context.header('referrer-policy', 'same-origin')
  return context.render({ title, body, status, bodyClass, noIndex: true })
}

async function setPasswordPage(context: Context, shop: AccountContext, key: string, problem: PasswordProblem | null) {
  const user = await findPasswordKeyUser(shop.db, key, shop.now())
  if (!user) return expiredPage(context)
  const words = ownWords({ ...user, siteTitle: shop.settings().siteTitle })
  const body = <SetPasswordPage linkKey={key} {...user} ownWords={words} problem={problem} />
  return page(context, 'Choose your password', body, problem ? 422 : 200)
}

const expiredPage = (context: Context) => page(context, 'This link has expired', <ExpiredLinkPage />, 404)

const forgottenPage = (context: Context, email: string, problem: EmailRequestProblem | null) =>
  page(
    context,
    'Forgotten password',
    <ForgottenPasswordPage email={email} problem={problem?.kind ?? null} />,
    emailRequestStatus(context, problem),
  )
