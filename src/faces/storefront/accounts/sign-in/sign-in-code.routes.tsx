import { type Context, Hono } from 'hono'
import type { ReactNode } from 'react'
import { SIGN_IN_CODE_MINUTES } from '../../../../people/identity/key-lifetimes.ts'
import {
  EnterCodePage,
  ExpiredCodePage,
  RequestCodePage,
} from '../../../../people/identity/pages/sign-in-code-page.tsx'
import { safeRedirect } from '../../../../people/identity/safe-redirect.ts'
import { knownDevice } from '../../../../people/identity/sign-in/known-device.ts'
import {
  enterSignInCode,
  openSignInLink,
  type ProvedMailbox,
  requestSignInCode,
} from '../../../../people/identity/sign-in/sign-in-code.ts'
import { clientAddress } from '../../../../platform/web/client-address.ts'
import { formFields } from '../../../../platform/web/form.ts'
import { deleteKeyCookie, type KeyCookie, readKeyCookie, setKeyCookie } from '../../../../platform/web/key-cookie.ts'
import { paths } from '../../../../platform/web/routes.ts'
import { accountClass, type Fields, type FormProblem, formStatus } from '../account-page.tsx'
import type { AccountContext } from '../context.ts'
import { signInByMailbox } from './finish-sign-in.ts'
import { mailedLink } from './mailed-link.tsx'

/** The key of this browser's request. The emailed code works only together with it. */
export const signInCodeCookie: KeyCookie = {
  name: 'samovar_sign_in_code',
  purpose: 'holds that this browser asked for a sign-in by email',
  lifetime: 'minutes',
  path: paths.signInCode,
  maxAge: SIGN_IN_CODE_MINUTES * 60,
}

export function signInCodeRoutes(shop: AccountContext): Hono {
  const app = new Hono()

  app.get(paths.signInCode, (context) => {
    if (readKeyCookie(context, signInCodeCookie) !== '') return page(context, <EnterCodePage problem={null} />)
    const redirectTo = safeRedirect(context.req.query('redirect_to'), shop.url)
    return page(context, <RequestCodePage email="" problem={null} redirectTo={redirectTo} />)
  })

  app.post(paths.signInCode, async (context) => {
    const fields = await formFields(context)
    if (fields.again !== undefined) {
      forgetRequest(context)
      return context.redirect(paths.signInCode, 303)
    }
    return fields.code === undefined ? ask(context, shop, fields) : enter(context, shop, fields.code)
  })

  mailedLink(app, shop, {
    path: paths.signInLink,
    purpose: 'sign-in-link',
    ask: () => ({
      title: 'Sign in',
      text: 'You opened the link in our email. Press the button to sign in on this device.',
      button: 'Sign in',
    }),
    async use(context, key) {
      const opened = await openSignInLink(shop, key)
      return opened.ok ? finish(context, shop, opened.proved) : null
    },
    expiredText: 'You can ask for another one on the sign-in page.',
  })

  return app
}

/** Requests a code, from either sign-in form. The response is the same whether there is an account or not. */
async function ask(context: Context, shop: AccountContext, fields: Fields) {
  const email = (fields.username ?? fields.log ?? '').trim()
  const redirectTo = safeRedirect(fields.redirect ?? fields.redirect_to, shop.url)
  const codeRequest = await requestSignInCode(shop, {
    email,
    redirectTo,
    clientAddress: clientAddress(context),
    device: knownDevice(context, shop),
    remember: fields.rememberme === 'forever',
  })
  if (!codeRequest.ok) {
    const body = <RequestCodePage email={email} problem={codeRequest.problem.kind} redirectTo={redirectTo} />
    return page(context, body, codeRequest.problem)
  }
  setKeyCookie(context, shop, signInCodeCookie, codeRequest.key)
  return context.redirect(paths.signInCode, 303)
}

async function enter(context: Context, shop: AccountContext, code: string) {
  const key = readKeyCookie(context, signInCodeCookie)
  const entered = await enterSignInCode(shop, { key, code, clientAddress: clientAddress(context) })
  if (entered.ok) {
    forgetRequest(context)
    return finish(context, shop, entered.proved)
  }
  const { problem } = entered
  if (problem.kind !== 'expired') return page(context, <EnterCodePage problem={problem} />, problem)
  forgetRequest(context)
  return page(context, <ExpiredCodePage />, problem)
}

const finish = (context: Context, shop: AccountContext, { redirectTo, ...proved }: ProvedMailbox) =>
  signInByMailbox(context, shop, proved, redirectTo)

const forgetRequest = (context: Context) => deleteKeyCookie(context, signInCodeCookie)

function page(context: Context, body: ReactNode, problem: FormProblem | null = null) {
  const status = formStatus(context, problem)
  return context.render({ title: 'Sign in by email', body, status, bodyClass: accountClass, noIndex: true })
}
