import type { Context, Hono } from 'hono'
import type { ReactNode } from 'react'
import type { EmailRequestProblem } from '../../../people/identity/account-requests.ts'
import {
  type AuthSession,
  createNonce,
  currentAuthSession,
  verifyNonce,
} from '../../../people/identity/auth-session.ts'
import { consumeFormDraft, hasFormDraft, saveFormDraft } from '../../../people/identity/form-draft.ts'
import { guestNonces } from '../../../people/identity/form-nonce.tsx'
import type { RegisterState } from '../../../people/identity/pages/register-form.tsx'
import { pendingDeletion } from '../../../people/privacy/delete-account.ts'
import { formatShopDay } from '../../../platform/time/shop-time.ts'
import { type Notice, type NoticeList, pageExpired } from '../../../platform/ui/notices.tsx'
import { consumeFlash } from '../../../platform/web/flash.tsx'
import { formFields } from '../../../platform/web/form.ts'
import { paths } from '../../../platform/web/routes.ts'
import type { AccountContext } from './context.ts'
import { AccountFrame, type AccountSection } from './pages/account-frame.tsx'
import { GuestAccountPage } from './sign-in/pages/guest-account-page.tsx'
import { passkeyOffer } from './sign-in/passkey-offer.ts'

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
  readonly status?: 404 | 429
  /** Entries of the client build that it needs, and the global variables that they read. */
  readonly scripts?: readonly string[]
  readonly globals?: Record<string, unknown>
  /** The page loads the payment provider's script. */
  readonly takesCards?: boolean
  /** More classes of the body. */
  readonly bodyClass?: string
}

/** Renders a page of the account for its owner. */
export async function renderAccountPage(
  context: Context,
  shop: AccountContext,
  { user, sessionId }: AuthSession,
  { section, title, body, notices = [], ...page }: AccountPage,
): Promise<Response> {
  const deletion = section === 'privacy' ? null : await pendingDeletion(shop.db, user.id)
  const status = page.status ?? (notices.some(({ kind }) => kind === 'error') ? 422 : 200)
  return context.render({
    ...{ title, status, noIndex: true },
    scripts: ['src/faces/storefront/accounts/account.client.ts', ...(page.scripts ?? [])],
    ...(page.globals && { globals: page.globals }),
    ...(page.takesCards && { externalScripts: [] }),
    bodyClass: `${accountClass} logged-in woocommerce-${section} ${page.bodyClass ?? ''}`.trim(),
    body: (
      <AccountFrame
        {...{ section, user, title }}
        nonce={createNonce(shop.secret, SIGN_OUT, sessionId)}
        notices={[...(deletion ? [deletionNotice(deletion.dueAt)] : []), ...consumeFlash(context, shop), ...notices]}
      >
        {body}
      </AccountFrame>
    ),
  })
}

/** Reminds on every page of an account that will be deleted. */
const deletionNotice = (dueAt: Date): Notice => ({
  kind: 'info',
  text: (
    <>
      This account will be deleted on {formatShopDay(dueAt)}. <a href={paths.accountPrivacy}>Keep my account</a>
    </>
  ),
})

/** The sign-in form at the address that was asked for, which is shown after signing in. */
export function renderSignIn(
  context: Context,
  shop: AccountContext,
  { isDraftSaved = false }: { readonly isDraftSaved?: boolean } = {},
): Response | Promise<Response> {
  const { passkeyUrl, scripts } = passkeyOffer(shop)
  return context.render({
    ...{ title: 'Your account', bodyClass: accountClass, scripts },
    body: (
      <GuestAccountPage
        {...{ redirectTo: context.req.path, passkeyUrl }}
        isDraftSaved={isDraftSaved}
        nonces={guestNonces(shop.secret)}
        register={noRegistration(shop)}
      />
    ),
    noIndex: true,
  })
}

/** Above a form that was sent after its session had ended. */
const typedBefore = {
  kind: 'info',
  text: 'Welcome back. This is what you had typed; nothing is saved yet. Passwords have to be typed again.',
} as const

/** Why a guest's form was refused whose nonce is not of this shop. */
export const forgedNonce = { kind: 'forged-nonce' } as const

/** The status of the answer to a form that asks for an email address; sets when to try again. */
export function emailRequestStatus(
  context: Context,
  problem: EmailRequestProblem | typeof forgedNonce | null,
): 200 | 422 | 429 {
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
  app.get(path, async (context, next) => {
    const session = await currentAuthSession(context, shop)
    if (!session) return renderSignIn(context, shop)
    // The form of this page shows what was typed before the sign-in (`accountForm`).
    return (await hasFormDraft(context, shop, session)) ? next() : handler(context, session)
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

/**
 * A form of the account. Without a valid nonce nothing is changed, and what was typed is shown again; without a session
 * it is shown again after signing in.
 */
export function accountForm(app: Hono, shop: AccountContext, path: string, form: AccountForm): void {
  app.get(path, async (context, next) => {
    const session = await currentAuthSession(context, shop)
    const draft = session && (await consumeFormDraft(context, shop, session))
    return draft ? form.again(context, session, draft, [typedBefore]) : next()
  })
  app.post(path, async (context) => {
    const fields = await formFields(context)
    const session = await currentAuthSession(context, shop)
    if (!session) return renderSignIn(context, shop, { isDraftSaved: await saveFormDraft(context, shop, fields) })
    const isValid = verifyNonce(shop.secret, form.nonceField, session.sessionId, fields[form.nonceField])
    return isValid ? form.submit(context, session, fields) : form.again(context, session, fields, [pageExpired])
  })
}

/** The nonce of an account's form. */
export const formNonce = (shop: AccountContext, session: AuthSession, nonceField: string): string =>
  createNonce(shop.secret, nonceField, session.sessionId)
