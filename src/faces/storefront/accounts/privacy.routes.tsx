import { Hono } from 'hono'
import { rateLimiter } from '../../../people/abuse/rate-limit.ts'
import { currentAuthSession } from '../../../people/identity/auth-session.ts'
import { isFresh } from '../../../people/identity/sign-in/fresh-session.ts'
import { hasPassword } from '../../../people/identity/users.store.ts'
import {
  confirmIdentity,
  type IdentityProblem,
  pendingDeletion,
  requestDeletion,
  withdrawDeletion,
} from '../../../people/privacy/delete-account.ts'
import { exportPerson, personOf } from '../../../people/privacy/personal-data.ts'
import type { NoticeList } from '../../../platform/ui/notices.tsx'
import { paths } from '../../../platform/web/routes.ts'
import { type AccountRequest, accountClass, accountForm, errorAt, type Fields } from './account-page.tsx'
import { confirmFirst } from './confirm.routes.tsx'
import type { AccountContext } from './context.ts'
import { DeletionPage, DeletionRequestedPage, PrivacyPage } from './pages/privacy-pages.tsx'
import { signOutHere } from './sign-in/finish-sign-in.ts'

const NONCE = 'personal-data-nonce'

const MAX_DOWNLOADS = 10

const identityTexts: Readonly<Record<IdentityProblem, string>> = {
  'password-missing': 'Please enter your password.',
  'password-wrong': 'Your password is not correct.',
  'rate-limited': 'Too many attempts. Please try again in 15 minutes.',
}

const passwordNotice = (problem: IdentityProblem): NoticeList => [
  { kind: 'error', field: 'password', text: identityTexts[problem] },
]

export function accountPrivacyRoutes(shop: AccountContext): Hono {
  const app = new Hono()
  // The deletion request has ended the session, so this page must work without one.
  app.get(paths.accountDeletion, async (context, next) => {
    if (context.req.query('requested') === undefined || (await currentAuthSession(context, shop))) return next()
    return context.render({
      title: 'Your account will be deleted',
      bodyClass: accountClass,
      noIndex: true,
      body: <DeletionRequestedPage />,
    })
  })
  accountForm(app, shop, {
    path: paths.accountPrivacy,
    nonceField: NONCE,
    show: privacyPage,
    async submit({ user, redirect }, fields) {
      if (fields.keep_account === undefined || !(await withdrawDeletion(shop, user.id)))
        return redirect(paths.accountPrivacy)
      return redirect(paths.accountPrivacy, { kind: 'success', text: 'Your account stays. Nothing was deleted.' })
    },
  })
  app.get(paths.accountDownload, (context) => context.redirect(paths.accountPrivacy, 302))
  const form = { nonceField: NONCE }
  accountForm(app, shop, { ...form, path: paths.accountDownload, show: privacyPage, submit: download })
  accountForm(app, shop, { ...form, path: paths.accountDeletion, show: deletionPage, submit: deleteAccount })
  return app
}

const lastAdministrator = {
  kind: 'error',
  text: 'You are the only administrator. Make someone else one first: the shop must not be without.',
} as const

/** null: the password of the account, or a fresh session, confirms that it is its owner. */
const confirmOtherwise = async (request: AccountRequest, returnTo: string): Promise<Response | null> =>
  (await hasPassword(request.shop.db, request.user.id)) ? null : confirmFirst(request, returnTo)

async function deleteAccount(request: AccountRequest, fields: Fields) {
  const { context, shop, session, user } = request
  const elsewhere = await confirmOtherwise(request, paths.accountDeletion)
  if (elsewhere) return elsewhere
  const problem = await confirmIdentity(shop, session, fields.password ?? '')
  if (problem) return deletionPage(request, passwordNotice(problem))
  const requested = await requestDeletion(shop, user.id)
  if (!requested.ok) return deletionPage(request, [lastAdministrator])
  await signOutHere(context, shop)
  return context.redirect(`${paths.accountDeletion}?requested=true`, 303)
}

async function download(request: AccountRequest, fields: Fields) {
  const { context, shop, session, user } = request
  const elsewhere = await confirmOtherwise(request, paths.accountPrivacy)
  if (elsewhere) return elsewhere
  const problem = await confirmIdentity(shop, session, fields.password ?? '')
  if (problem) return privacyPage(request, passwordNotice(problem))
  const downloads = rateLimiter(shop, { name: 'download-data', max: MAX_DOWNLOADS, seconds: 3600 })
  const limit = await downloads.consume(String(user.id))
  if (!limit.ok) {
    context.header('retry-after', String(limit.retryAfterSeconds))
    const text = 'You have downloaded your data several times just now. Please try again in an hour.'
    return privacyPage(request, [{ kind: 'error', text }])
  }
  const person = await personOf(shop.db, user.id)
  if (!person) return context.notFound()
  const format = fields.format === 'csv' ? 'csv' : 'json'
  const how = { privacy: shop.privacy, format, actorId: user.id, at: shop.now() } as const
  const file = await exportPerson(shop.db, person, how)
  return context.body(file.body, 200, {
    'content-type': file.type,
    'content-disposition': `attachment; filename="${file.fileName}"`,
    'cache-control': 'no-cache, must-revalidate, max-age=0, no-store, private',
    'x-content-type-options': 'nosniff',
  })
}

async function formProps({ shop, session, user, nonce }: AccountRequest, notices: NoticeList) {
  const otherwise = (await hasPassword(shop.db, user.id)) ? 'password' : 'sign-in'
  return {
    proof: isFresh(session, shop.now()) ? 'fresh' : otherwise,
    error: errorAt(notices, 'password'),
    nonce: nonce(NONCE),
  } as const
}

async function privacyPage(request: AccountRequest, notices: NoticeList) {
  const { shop, user, render } = request
  const person = await personOf(shop.db, user.id)
  return render({
    section: 'privacy',
    title: 'Your data',
    notices,
    body: (
      <PrivacyPage
        {...(await formProps(request, notices))}
        parts={shop.privacy.data.filter(({ isForStaff }) => !isForStaff || user.role !== 'customer')}
        isVerified={person?.email !== null}
        deletion={await pendingDeletion(shop.db, user.id)}
      />
    ),
  })
}

async function deletionPage(request: AccountRequest, notices: NoticeList) {
  const { shop, user, render } = request
  const person = await personOf(shop.db, user.id)
  const openOrders = person ? await shop.privacy.countOpenOrders(shop.db, person, shop.now()) : 0
  const body = <DeletionPage {...(await formProps(request, notices))} openOrders={openOrders} />
  return render({ section: 'privacy', title: 'Delete your account', notices, body })
}
