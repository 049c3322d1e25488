import { type Context, Hono } from 'hono'
import {
  type EmailRequestProblem,
  requestByEmail,
  resetPasswordJob,
} from '../../../../people/identity/account-requests.ts'
import { guestForms, guestNonce, hasForgedNonce } from '../../../../people/identity/form-nonce.tsx'
import { findPasswordTokenUser } from '../../../../people/identity/keys/tokens.store.ts'
import {
  ExpiredLinkPage,
  ForgottenPasswordPage,
  type PasswordProblem,
  ResetLinkSentPage,
  SetPasswordPage,
} from '../../../../people/identity/pages/password-pages.tsx'
import { redeemPasswordToken } from '../../../../people/identity/passwords/change-password.ts'
import { ownWords, refusePassword } from '../../../../people/identity/passwords/new-password.ts'
import { knownDevice } from '../../../../people/identity/sign-in/known-device.ts'
import { clientAddress } from '../../../../platform/web/client-address.ts'
import { formFields } from '../../../../platform/web/form.ts'
import { deleteKeyCookie, readKeyCookie } from '../../../../platform/web/key-cookie.ts'
import { paths } from '../../../../platform/web/routes.ts'
import { type Fields, forgedNonce, formStatus } from '../account-page.tsx'
import type { AccountContext } from '../context.ts'
import { signInAgain } from './finish-sign-in.ts'
import { declareLinkKey, linkPage, moveLinkKey } from './mailed-link.tsx'

export const passwordLinkCookie = declareLinkKey('wp-resetpass', 'holds the key of a link to choose a password')
const cookie = { ...passwordLinkCookie, path: paths.lostPassword }

export function passwordRoutes(shop: AccountContext): Hono {
  const app = new Hono()

  app.get(paths.lostPassword, async (context) => {
    const { key, 'show-reset-form': showsForm, 'reset-link-sent': isSent } = context.req.query()
    if (key !== undefined) {
      if (!(await findPasswordTokenUser(shop.db, key, shop.now()))) return expiredPage(context)
      return moveLinkKey(context, shop, cookie, { key, page: `${paths.lostPassword}?show-reset-form=true` })
    }
    if (isSent !== undefined) return page(context, { title: 'Look in your mailbox', body: <ResetLinkSentPage /> })
    if (showsForm !== undefined) return setPasswordPage(context, shop, readKeyCookie(context, cookie), null)
    return forgottenPage(context, shop, '', null)
  })

  app.post(paths.lostPassword, async (context) => {
    const fields = await formFields(context)
    return fields.password_1 === undefined ? requestLink(context, shop, fields) : resetPassword(context, shop, fields)
  })

  return app
}

/** Requests a reset link. The response is the same whether there is an account or not. */
async function requestLink(context: Context, shop: AccountContext, fields: Fields) {
  const email = (fields.user_login ?? '').trim()
  const problem = hasForgedNonce(shop.secret, guestForms.lostPassword, fields)
    ? forgedNonce
    : await requestByEmail(shop, resetPasswordJob, { email, clientAddress: clientAddress(context) })
  if (problem) return forgottenPage(context, shop, email, problem)
  return context.redirect(`${paths.lostPassword}?reset-link-sent=true`, 303)
}

async function resetPassword(context: Context, shop: AccountContext, fields: Fields) {
  const key = fields.reset_key || readKeyCookie(context, cookie)
  const { password_1: password = '', password_2: repetition } = fields
  const user = await findPasswordTokenUser(shop.db, key, shop.now())
  if (!user) return expiredPage(context)
  if (hasForgedNonce(shop.secret, guestForms.resetPassword, fields))
    return setPasswordPage(context, shop, key, 'forged-nonce')
  const refusal = await refusePassword(password, { ...user, siteTitle: shop.settings().siteTitle })
  if (refusal !== null) return setPasswordPage(context, shop, key, refusal)
  if (repetition !== undefined && repetition !== password) return setPasswordPage(context, shop, key, 'differs')
  const knownUserIds = knownDevice(context, shop)?.userIds ?? []
  if (!(await redeemPasswordToken(shop, key, user, { password, knownUserIds }))) return expiredPage(context)
  deleteKeyCookie(context, cookie)
  return signInAgain(context, shop, { email: user.email, password, redirectTo: paths.account, isMailboxProved: true })
}

const page = (context: Context, content: Parameters<typeof linkPage>[1]) =>
  linkPage(context, { ...content, bodyClass: 'woocommerce-lost-password' })

async function setPasswordPage(context: Context, shop: AccountContext, key: string, problem: PasswordProblem | null) {
  const user = await findPasswordTokenUser(shop.db, key, shop.now())
  if (!user) return expiredPage(context)
  const words = ownWords({ ...user, siteTitle: shop.settings().siteTitle })
  const nonce = guestNonce(shop.secret, guestForms.resetPassword)
  const body = <SetPasswordPage linkKey={key} {...user} ownWords={words} problem={problem} nonce={nonce} />
  return page(context, { title: 'Choose your password', body, status: problem ? 422 : 200 })
}

const expiredPage = (context: Context) =>
  page(context, { title: 'This link has expired', body: <ExpiredLinkPage />, status: 404 })

type RequestProblem = EmailRequestProblem | typeof forgedNonce

function forgottenPage(context: Context, shop: AccountContext, email: string, problem: RequestProblem | null) {
  const nonce = guestNonce(shop.secret, guestForms.lostPassword)
  const body = <ForgottenPasswordPage email={email} problem={problem?.kind ?? null} nonce={nonce} />
  return page(context, { title: 'Forgotten password', body, status: formStatus(context, problem) })
}
