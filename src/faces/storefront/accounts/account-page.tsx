import type { Context, Hono } from 'hono'
import { supportsPasskeys } from '../../../people/identity/auth.ts'
import {
  type AuthSession,
  createNonce,
  currentAuthSession,
  type User,
  verifyNonce,
} from '../../../people/identity/auth-session.ts'
import { consumeFormDraft, saveFormDraft } from '../../../people/identity/form-draft.ts'
import { type FormNonce, guestNonces } from '../../../people/identity/form-nonce.tsx'
import type { RegisterState } from '../../../people/identity/pages/register-form.tsx'
import { pendingDeletion } from '../../../people/privacy/delete-account.ts'
import { formatShopDay } from '../../../platform/time/shop-time.ts'
import { type Notice, type NoticeList, pageExpired } from '../../../platform/ui/notices.tsx'
import { consumeFlash, type FlashNotice, setFlash } from '../../../platform/web/flash.tsx'
import { formFields } from '../../../platform/web/form.ts'
import type { Page } from '../../../platform/web/page.ts'
import { hrefs, paths } from '../../../platform/web/routes.ts'
import { PRIVACY_PAGE } from '../../../shop/checkout/settings.ts'
import { reachableSlugs } from '../../../things/entries/old-slugs.store.ts'
import type { AccountContext } from './context.ts'
import { AccountFrame, type AccountSection } from './pages/account-frame.tsx'
import { GuestAccountPage, type GuestAccountProps } from './sign-in/pages/guest-account-page.tsx'

export const SIGN_OUT = 'log-out'

export const accountClass = 'page woocommerce-account woocommerce-page'

export type Fields = Readonly<Record<string, string>>
type Answer = Response | Promise<Response>

/** Its notices are shown with those of the previous request. The default status is 422 with errors, else 200. */
type AccountPage = Pick<Page, 'body' | 'globals' | 'scripts' | 'status' | 'title'> & {
  readonly section: AccountSection
  readonly notices?: NoticeList
  readonly takesCards?: boolean
  readonly bodyClass?: string
}

/** A request of a signed-in user, with helpers for the response. */
export type AccountRequest = {
  readonly context: Context
  readonly shop: AccountContext
  readonly session: AuthSession
  readonly user: User
  /** The nonce of a form; its field name is also the nonce's action. */
  readonly nonce: (field: string) => FormNonce
  readonly render: (page: AccountPage) => Promise<Response>
  readonly redirect: (path: string, ...notices: readonly FlashNotice[]) => Response
}

export const accountRequest = (context: Context, shop: AccountContext, session: AuthSession): AccountRequest => ({
  context,
  shop,
  session,
  user: session.user,
  nonce: (name) => ({ name, value: createNonce(shop.secret, name, session.sessionId) }),
  render: (page) => renderAccountPage(context, shop, session, page),
  redirect(path, ...notices) {
    setFlash(context, shop, notices)
    return context.redirect(path, 303)
  },
})

async function renderAccountPage(
  context: Context,
  shop: AccountContext,
  { user, sessionId }: AuthSession,
  { section, title, body, notices = [], scripts = [], globals, ...page }: AccountPage,
): Promise<Response> {
  const deletion = section === 'privacy' ? null : await pendingDeletion(shop.db, user.id)
  return context.render({
    title,
    globals,
    noIndex: true,
    status: page.status ?? (notices.some(({ kind }) => kind === 'error') ? 422 : 200),
    scripts: ['src/faces/storefront/accounts/account.client.ts', ...scripts],
    externalScripts: page.takesCards ? [] : undefined,
    bodyClass: `${accountClass} logged-in woocommerce-${section} ${page.bodyClass ?? ''}`.trim(),
    body: (
      <AccountFrame
        section={section}
        user={user}
        title={title}
        nonce={createNonce(shop.secret, SIGN_OUT, sessionId)}
        notices={[...(deletion ? [deletionNotice(deletion.dueAt)] : []), ...consumeFlash(context, shop), ...notices]}
      >
        {body}
      </AccountFrame>
    ),
  })
}

const deletionNotice = (dueAt: Date): Notice => ({
  kind: 'info',
  text: (
    <>
      This account will be deleted on {formatShopDay(dueAt)}. <a href={paths.accountPrivacy}>Keep my account</a>
    </>
  ),
})

/** A page for signed-in users. Guests are redirected to sign-in. */
export function accountPage(app: Hono, shop: AccountContext, path: string, show: (request: AccountRequest) => Answer) {
  app.get(path, async (context) => {
    const session = await currentAuthSession(context, shop)
    return session ? show(accountRequest(context, shop, session)) : renderSignIn(context, shop)
  })
}

export type AccountForm = {
  readonly path: string
  readonly nonceField: string
  /** The page with the form, after a refused submission with the typed values and notices. */
  readonly show: (request: AccountRequest, notices: NoticeList, typed?: Fields) => Answer
  readonly submit: (request: AccountRequest, fields: Fields) => Answer
}

/** A page with a form. Without a valid nonce or session nothing is changed, and the form is shown with its values. */
export function accountForm(app: Hono, shop: AccountContext, { path, nonceField, show, submit }: AccountForm): void {
  accountPage(app, shop, path, async (request) => {
    const draft = await consumeFormDraft(request.context, shop, request.session)
    return draft ? show(request, [typedBefore], draft) : show(request, [])
  })
  app.post(path, async (context) => {
    const fields = await formFields(context)
    const session = await currentAuthSession(context, shop)
    if (!session) return renderSignIn(context, shop, await saveFormDraft(context, shop, fields))
    const request = accountRequest(context, shop, session)
    const isValid = verifyNonce(shop.secret, nonceField, session.sessionId, fields[nonceField])
    return isValid ? submit(request, fields) : show(request, [pageExpired], fields)
  })
}

const typedBefore = {
  kind: 'info',
  text: 'Welcome back. This is what you had typed; nothing is saved yet. Passwords have to be typed again.',
} as const

export const renderSignIn = (context: Context, shop: AccountContext, isDraftSaved = false): Promise<Response> =>
  guestPage(context, shop, { redirectTo: context.req.path, isDraftSaved })

export async function guestPage(
  context: Context,
  shop: AccountContext,
  { status, ...props }: Partial<GuestAccountProps> & Pick<Page, 'status'>,
): Promise<Response> {
  const { passkeyUrl, scripts } = passkeyOffer(shop)
  const form = { passkeyUrl, ...(await guestFormProps(shop)), ...props }
  return context.render({
    title: 'Your account',
    bodyClass: accountClass,
    scripts,
    status,
    noIndex: true,
    body: <GuestAccountPage {...form} />,
  })
}

/** The forms of a guest. `register`: the empty form; null if registration is switched off. */
export async function guestFormProps({ db, secret, settings }: AccountContext) {
  const register: RegisterState | null = settings().registration ? { email: '', problem: null, isSent: false } : null
  const isPolicyPublic = (await reachableSlugs(db, 'page', [PRIVACY_PAGE])).has(PRIVACY_PAGE)
  return { nonces: guestNonces(secret), register, policyHref: isPolicyPublic ? hrefs.page(PRIVACY_PAGE) : null }
}

/** What the sign-in pages need to offer a passkey; empty if the shop's URL is an IP address, which cannot have any. */
export const passkeyOffer = ({ url }: Pick<AccountContext, 'url'>) =>
  supportsPasskeys(url)
    ? ({ passkeyUrl: url, scripts: ['src/people/identity/factors/passkeys.client.ts'] } as const)
    : ({ passkeyUrl: null, scripts: [] } as const)

/** The refusal of a guest's form with an invalid nonce. */
export const forgedNonce = { kind: 'forged-nonce' } as const

/** Why a form was refused; `retryAfterSeconds` if the rate limit was reached. */
export type FormProblem = { readonly kind: string; readonly retryAfterSeconds?: number }

/** The status of a form's response. Sets `Retry-After` for a rate limit. */
export function formStatus(context: Context, problem: FormProblem | null | undefined) {
  if (problem?.retryAfterSeconds === undefined) return problem ? 422 : 200
  context.header('retry-after', String(problem.retryAfterSeconds))
  return 429
}

export function errorAt(notices: NoticeList, name: string): string | undefined {
  const text = notices.find(({ field }) => field === name)?.text
  return typeof text === 'string' ? text : undefined
}
