import type { Context, Hono } from 'hono'
import type { ReactNode } from 'react'
import type { EmailRequestProblem } from '../../../people/accounts/account-requests.ts'
import {
  type AuthSession,
  createNonce,
  currentAuthSession,
  verifyNonce,
} from '../../../people/accounts/auth-session.ts'
import type { RegisterState } from '../../../people/accounts/pages/register-form.tsx'
import { type NoticeList, pageExpired } from '../../../platform/ui/notices.tsx'
import { consumeFlash } from '../../../platform/web/flash.tsx'
import { formFields } from '../../../platform/web/form.ts'
import type { AccountContext } from './context.ts'
import { AccountFrame, type AccountSection } from './pages/account-frame.tsx'
import { GuestAccountPage } from './pages/guest-account-page.tsx'

/** Nonce action of sign-out links and forms. */
export const SIGN_OUT = 'log-out'

export const accountClass = 'page woocommerce-account woocommerce-page'

export type Fields = Readonly<Record<string, string>>

type AccountPage = {
  readonly section: AccountSection
  readonly title: string
  readonly body: ReactNode
  /** Beside those of the request before. */
  readonly notices?: NoticeList
  /** Without it: 422 with errors, otherwise 200. */
  readonly status?: 404
}

/** Renders a page of the account for its owner. */
export function renderAccountPage(
  context: Context,
  shop: AccountContext,
  { user, sessionId }: AuthSession,
  { section, title, body, notices = [], ...page }: AccountPage,
): Response | Promise<Response> {
  const status = page.status ?? (notices.some(({ kind }) => kind === 'error') ? 422 : 200)
  return context.render({
    ...{ title, status, noIndex: true },
    bodyClass: `${accountClass} logged-in woocommerce-${section}`,
    body: (
      <AccountFrame
        {...{ section, user, title }}
        nonce={createNonce(shop.secret, SIGN_OUT, sessionId)}
        notices={[...consumeFlash(context, shop), ...notices]}
      >
        {body}
      </AccountFrame>
    ),
  })
}

/** The sign-in form at the address that was asked for, which is shown after signing in. */
const renderSignIn = (context: Context, shop: AccountContext): Response | Promise<Response> =>
  context.render({
    title: 'Your account',
    bodyClass: accountClass,
    body: <GuestAccountPage redirectTo={context.req.path} register={noRegistration(shop)} />,
    noIndex: true,
  })

/** The status of the answer to a form that asks for an email address; sets when to try again. */
export function emailRequestStatus(context: Context, problem: EmailRequestProblem | null): 200 | 422 | 429 {
  if (problem?.kind !== 'rate-limited') return problem ? 422 : 200
  context.header('retry-after', String(problem.retryAfterSeconds))
  return 429
}

/** The empty form to register; null if the owner switched it off. */
export const noRegistration = (shop: AccountContext): RegisterState | null =>
  shop.settings().registration ? { email: '', problem: null, isSent: false } : null

type Handler = (context: Context, session: AuthSession) => Response | Promise<Response>

/** A page for people who are signed in. Others sign in first. */
export function accountPage(app: Hono, shop: AccountContext, path: string, handler: Handler): void {
  app.get(path, async (context) => {
    const session = await currentAuthSession(context, shop)
    return session ? handler(context, session) : renderSignIn(context, shop)
  })
}

/** A form of the account: the name of its nonce field, which is the nonce's action as well. */
export type AccountForm = {
  readonly nonceField: string
  readonly submit: (context: Context, session: AuthSession, fields: Fields) => Response | Promise<Response>
  /** Shows what was typed again, with a notice. */
  readonly again: (
    context: Context,
    session: AuthSession,
    fields: Fields,
    notices: NoticeList,
  ) => Response | Promise<Response>
}

/** A form of the account. Without a valid nonce nothing is changed, and what was typed is shown again. */
export function accountForm(app: Hono, shop: AccountContext, path: string, form: AccountForm): void {
  app.post(path, async (context) => {
    const fields = await formFields(context)
    const session = await currentAuthSession(context, shop)
    if (!session) return renderSignIn(context, shop)
    const isValid = verifyNonce(shop.secret, form.nonceField, session.sessionId, fields[form.nonceField])
    return isValid ? form.submit(context, session, fields) : form.again(context, session, fields, [pageExpired])
  })
}

/** The nonce of an account's form. */
export const formNonce = (shop: AccountContext, session: AuthSession, nonceField: string): string =>
  createNonce(shop.secret, nonceField, session.sessionId)
