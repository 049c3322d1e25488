import { type Context, Hono } from 'hono'
import type { AuthSession } from '../../../people/identity/auth-session.ts'
import { reportSecurityChange } from '../../../people/identity/emails.ts'
import {
  confirmSecondFactor,
  prepareSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
} from '../../../people/identity/factors/second-factor.ts'
import { mustSetUpSecondFactor } from '../../../people/identity/factors/staff-second-factor.ts'
import type { NoticeList } from '../../../platform/ui/notices.tsx'
import { setFlash } from '../../../platform/web/flash.tsx'
import { paths } from '../../../platform/web/routes.ts'
import { accountForm, accountPage, type Fields, formNonce, renderAccountPage } from './account-page.tsx'
import { confirmFirst } from './confirm.routes.tsx'
import type { AccountContext } from './context.ts'
import { SECOND_FACTOR_NONCE } from './nonces.ts'
import { RecoveryCodesPage, SetUpPage } from './pages/second-factor-page.tsx'
import { clientOf } from './sign-in/finish-sign-in.ts'
import { proveMailboxFirst } from './sign-in/prove-mailbox.tsx'

/** /my-account/second-factor/: sets up the second factor, makes new recovery codes, and switches it off. */
export function secondFactorRoutes(shop: AccountContext): Hono {
  const app = new Hono()
  accountPage(
    app,
    shop,
    paths.accountSecondFactor,
    async (context, session) =>
      confirmFirst(context, shop, session, paths.accountSecondFactor) ??
      (await proveMailboxFirst(context, shop, session)) ??
      setUpPage(context, shop, session, []),
  )
  accountForm(app, shop, paths.accountSecondFactor, {
    nonceField: SECOND_FACTOR_NONCE,
    submit: async (context, session, fields) =>
      confirmFirst(
        context,
        shop,
        session,
        session.hasSecondFactor ? paths.accountSignIns : paths.accountSecondFactor,
      ) ??
      (await proveMailboxFirst(context, shop, session, fields)) ??
      submit(context, shop, session, fields),
    again: async (context, session, _fields, notices) =>
      confirmFirst(context, shop, session, paths.accountSecondFactor) ??
      (await proveMailboxFirst(context, shop, session)) ??
      setUpPage(context, shop, session, notices),
  })
  return app
}

async function submit(context: Context, shop: AccountContext, session: AuthSession, fields: Fields): Promise<Response> {
  if (!session.hasSecondFactor) return confirm(context, shop, session, fields.authcode ?? '')
  if (fields.step === 'new-codes') {
    const codes = await renewRecoveryCodes(shop, session.user.id)
    await reportSecurityChange(shop, session.user, 'recovery-codes')
    return codesPage(context, shop, session, codes)
  }
  if (fields.step === 'switch-off') {
    await removeSecondFactor(shop.db, session.user.id)
    await reportSecurityChange(shop, session.user, 'second-factor-off')
    setFlash(context, shop, [{ kind: 'success', text: 'Your second factor is off.' }])
  }
  return context.redirect(paths.accountSignIns, 303)
}

async function confirm(context: Context, shop: AccountContext, session: AuthSession, code: string): Promise<Response> {
  const { cookie = '', userAgent } = clientOf(context)
  const confirmed = await confirmSecondFactor(shop, session, { code, cookie, userAgent })
  if (!confirmed) {
    const text = 'This code is not right. Check the clock of your phone, and enter the newest code.'
    return setUpPage(context, shop, session, [{ kind: 'error', field: 'authcode', text }])
  }
  await reportSecurityChange(shop, session.user, 'second-factor-on')
  for (const one of confirmed.cookies) context.header('set-cookie', one, { append: true })
  return codesPage(context, shop, confirmed.session, confirmed.recoveryCodes)
}

async function setUpPage(context: Context, shop: AccountContext, session: AuthSession, notices: NoticeList) {
  const setUp = await prepareSecondFactor(shop, session.user, shop.settings().siteTitle)
  if (!setUp) return context.redirect(paths.accountSignIns, 303)
  return renderAccountPage(context, shop, session, {
    ...{ section: 'sign-ins', title: 'Set up a second factor', notices },
    body: (
      <SetUpPage
        {...setUp}
        error={notices.find(({ field }) => field === 'authcode')?.text}
        isRequired={mustSetUpSecondFactor(shop.settings(), session)}
        nonce={{ name: SECOND_FACTOR_NONCE, value: formNonce(shop, session, SECOND_FACTOR_NONCE) }}
      />
    ),
  })
}

/** Shown once: the answer to the form that made the codes. */
const codesPage = (context: Context, shop: AccountContext, session: AuthSession, codes: readonly string[]) =>
  renderAccountPage(context, shop, session, {
    ...{ section: 'sign-ins', title: 'Your recovery codes' },
    scripts: ['src/people/identity/factors/recovery-codes.client.ts'],
    body: <RecoveryCodesPage codes={codes} siteTitle={shop.settings().siteTitle} email={session.user.email} />,
  })
