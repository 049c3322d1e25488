import { type Context, Hono } from 'hono'
import { rateLimiter } from '../../../people/abuse/rate-limit.ts'
import { type AuthSession, currentAuthSession, signOut } from '../../../people/identity/auth-session.ts'
import { isFresh } from '../../../people/identity/sign-in/fresh-session.ts'
import {
  confirmIdentity,
  type IdentityProblem,
  keepAccount,
  pendingDeletion,
  requestDeletion,
} from '../../../people/privacy/delete-account.ts'
import { exportPerson, personOf } from '../../../people/privacy/personal-data.ts'
import type { NoticeList } from '../../../platform/ui/notices.tsx'
import { setFlash } from '../../../platform/web/flash.tsx'
import { paths } from '../../../platform/web/routes.ts'
import { endCartSession } from '../../../shop/cart/cart-session.ts'
import { forgetSaved } from '../../../shop/saved/saved-session.ts'
import { accountClass, accountForm, accountPage, formNonce, renderAccountPage } from './account-page.tsx'
import type { AccountContext } from './context.ts'
import { DeletionPage, DeletionRequestedPage, PrivacyPage } from './pages/privacy-pages.tsx'

const NONCE = 'personal-data-nonce'

/** Downloads by one account within an hour. */
const MAX_DOWNLOADS = 10

const identityTexts: Readonly<Record<IdentityProblem, string>> = {
  'password-missing': 'Please enter your password.',
  'password-wrong': 'Your password is not correct.',
  'rate-limited': 'Too many attempts. Please try again in 15 minutes.',
}

const passwordNotice = (problem: IdentityProblem, field: string): NoticeList => [
  { kind: 'error', field, text: identityTexts[problem] },
]

/** Everything held about a customer: to download it, and to delete it with the account. */
export function accountPrivacyRoutes(shop: AccountContext): Hono {
  const app = new Hono()

  // After the request nobody is signed in any more.
  app.get(paths.accountDeletion, async (context, next) => {
    if (context.req.query('requested') === undefined || (await currentAuthSession(context, shop))) return next()
    return context.render({
      ...{ title: 'Your account will be deleted', bodyClass: accountClass, noIndex: true },
      body: <DeletionRequestedPage />,
    })
  })

  accountPage(app, shop, paths.accountPrivacy, (context, session) => privacyPage(context, shop, session, []))

  accountForm(app, shop, paths.accountPrivacy, {
    nonceField: NONCE,
    async submit(context, { user }, fields) {
      if (fields.keep_account !== undefined && (await keepAccount(shop, user.id)))
        setFlash(context, shop, [{ kind: 'success', text: 'Your account stays. Nothing was deleted.' }])
      return context.redirect(paths.accountPrivacy, 303)
    },
    again: (context, session, _fields, notices) => privacyPage(context, shop, session, notices),
  })

  app.get(paths.accountDownload, (context) => context.redirect(paths.accountPrivacy, 302))

  accountForm(app, shop, paths.accountDownload, {
    nonceField: NONCE,
    async submit(context, session, fields) {
      const problem = await confirmIdentity(shop, session, fields.password ?? '')
      if (problem) return privacyPage(context, shop, session, passwordNotice(problem, 'password'))
      return download(context, shop, session, fields.format === 'csv' ? 'csv' : 'json')
    },
    again: (context, session, _fields, notices) => privacyPage(context, shop, session, notices),
  })

  accountPage(app, shop, paths.accountDeletion, (context, session) => deletionPage(context, shop, session, []))

  accountForm(app, shop, paths.accountDeletion, {
    nonceField: NONCE,
    async submit(context, session, fields) {
      const problem = await confirmIdentity(shop, session, fields.password ?? '')
      if (problem) return deletionPage(context, shop, session, passwordNotice(problem, 'password'))
      const requested = await requestDeletion(shop, session.user.id)
      if (!requested.ok) return deletionPage(context, shop, session, [lastAdministrator])
      for (const cookie of await signOut(shop, context.req.raw.headers))
        context.header('set-cookie', cookie, { append: true })
      endCartSession(context, shop)
      forgetSaved(context, shop)
      return context.redirect(`${paths.accountDeletion}?requested=true`, 303)
    },
    again: (context, session, _fields, notices) => deletionPage(context, shop, session, notices),
  })

  return app
}

const lastAdministrator = {
  kind: 'error',
  text: 'You are the only administrator. Make someone else one first: the shop must not be without.',
} as const

async function download(context: Context, shop: AccountContext, session: AuthSession, format: 'json' | 'csv') {
  const { user } = session
  const limit = await rateLimiter(shop, { name: 'download-data', max: MAX_DOWNLOADS, seconds: 3600 }).consume(
    String(user.id),
  )
  if (!limit.ok) {
    context.header('retry-after', String(limit.retryAfterSeconds))
    const text = 'You have downloaded your data several times just now. Please try again in an hour.'
    return privacyPage(context, shop, session, [{ kind: 'error', text }])
  }
  const person = await personOf(shop.db, user.id)
  if (!person) return context.notFound()
  const at = shop.now()
  const file = await exportPerson(shop.db, person, { privacy: shop.privacy, format, actorId: user.id, at })
  return context.body(file.body, 200, {
    'content-type': file.type,
    'content-disposition': `attachment; filename="${file.fileName}"`,
    'cache-control': 'no-cache, must-revalidate, max-age=0, no-store, private',
    'x-content-type-options': 'nosniff',
  })
}

async function privacyPage(context: Context, shop: AccountContext, session: AuthSession, notices: NoticeList) {
  const person = await personOf(shop.db, session.user.id)
  return renderAccountPage(context, shop, session, {
    ...{ section: 'privacy', title: 'Your data', notices },
    body: (
      <PrivacyPage
        parts={shop.privacy.data.filter(({ isForStaff }) => !isForStaff || session.user.role !== 'customer')}
        isVerified={person?.email !== null}
        deletion={await pendingDeletion(shop.db, session.user.id)}
        asksPassword={!isFresh(session, shop.now())}
        error={errorOf(notices)}
        nonce={{ name: NONCE, value: formNonce(shop, session, NONCE) }}
      />
    ),
  })
}

async function deletionPage(context: Context, shop: AccountContext, session: AuthSession, notices: NoticeList) {
  const person = await personOf(shop.db, session.user.id)
  return renderAccountPage(context, shop, session, {
    ...{ section: 'privacy', title: 'Delete your account', notices },
    body: (
      <DeletionPage
        openOrders={person ? await shop.privacy.countOpenOrders(shop.db, person, shop.now()) : 0}
        asksPassword={!isFresh(session, shop.now())}
        error={errorOf(notices)}
        nonce={{ name: NONCE, value: formNonce(shop, session, NONCE) }}
      />
    ),
  })
}

/** The error beside the password. */
const errorOf = (notices: NoticeList): string | undefined => {
  const text = notices.find(({ field }) => field === 'password')?.text
  return typeof text === 'string' ? text : undefined
}
