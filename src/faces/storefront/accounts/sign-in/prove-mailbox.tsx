import type { Context } from 'hono'
import type { AuthSession } from '../../../../people/identity/auth-session.ts'
import { mustProveMailbox } from '../../../../people/identity/factors/staff-second-factor.ts'
import { SIGN_IN_CODE_MINUTES } from '../../../../people/identity/key-lifetimes.ts'
import { knownDevice, rememberDevice } from '../../../../people/identity/sign-in/known-device.ts'
import { proveMailbox } from '../../../../people/identity/sign-in/prove-mailbox.ts'
import {
  type CodeProblem,
  enterSignInCode,
  requestSignInCode,
} from '../../../../people/identity/sign-in/sign-in-code.ts'
import type { NoticeList } from '../../../../platform/ui/notices.tsx'
import { clientAddress } from '../../../../platform/web/client-address.ts'
import { deleteKeyCookie, type KeyCookie, readKeyCookie, setKeyCookie } from '../../../../platform/web/key-cookie.ts'
import { paths } from '../../../../platform/web/routes.ts'
import { emailRequestStatus, type Fields, formNonce, renderAccountPage } from '../account-page.tsx'
import type { AccountContext } from '../context.ts'
import { SECOND_FACTOR_NONCE } from '../nonces.ts'
import { ProveMailboxPage } from './pages/prove-mailbox-page.tsx'

/** The key of this browser's request: the digits of its email work nowhere else. */
export const setUpCodeCookie: KeyCookie = {
  name: 'samovar_set_up_code',
  purpose: 'holds that this browser asked for digits to set up a second factor',
  lifetime: 'minutes',
  path: paths.accountSecondFactor,
  maxAge: SIGN_IN_CODE_MINUTES * 60,
}

/**
 * Before a second factor that the shop demands: null if the person has shown that they read the mailbox of the account,
 * or signs in with a known browser. Otherwise the page that asks for six digits, which also takes its own form.
 */
export async function proveMailboxFirst(
  context: Context,
  shop: AccountContext,
  session: AuthSession,
  fields: Fields = {},
): Promise<Response | null> {
  const isStep = fields.step === 'mail-digits' || fields.step === 'enter-digits'
  if (!mustProveMailbox(shop.settings(), session, knownDevice(context, shop)))
    return isStep ? context.redirect(paths.accountSecondFactor, 303) : null
  if (fields.step === 'mail-digits') return mailDigits(context, shop, session)
  if (fields.step === 'enter-digits') return enterDigits(context, shop, session, fields.code ?? '')
  return page(context, shop, session, [])
}

async function mailDigits(context: Context, shop: AccountContext, session: AuthSession): Promise<Response> {
  const asked = await requestSignInCode(shop, {
    ...{ email: session.user.email, remember: false, redirectTo: null, device: knownDevice(context, shop) },
    ...{ clientAddress: clientAddress(context), isForSetUp: true },
  })
  if (!asked.ok) {
    const isLimited = emailRequestStatus(context, asked.problem) === 429
    const notice = { kind: 'error', text: problemTexts['rate-limited'] } as const
    return page(context, shop, session, [notice], isLimited ? 429 : undefined)
  }
  setKeyCookie(context, shop, setUpCodeCookie, asked.key)
  return context.redirect(paths.accountSecondFactor, 303)
}

async function enterDigits(
  context: Context,
  shop: AccountContext,
  session: AuthSession,
  code: string,
): Promise<Response> {
  const key = readKeyCookie(context, setUpCodeCookie)
  const entered = await enterSignInCode(shop, { key, code, clientAddress: clientAddress(context) })
  if (entered.ok) {
    deleteKeyCookie(context, setUpCodeCookie)
    if (entered.proved.userId === session.user.id) {
      // The session has shown the password as well: what its owner set up before is theirs.
      await proveMailbox(shop.db, session.user.id, { isKnownDevice: true })
      rememberDevice(context, shop, { userId: session.user.id })
    }
    return context.redirect(paths.accountSecondFactor, 303)
  }
  const { problem } = entered
  if (problem.kind === 'expired') deleteKeyCookie(context, setUpCodeCookie)
  if (problem.kind === 'rate-limited') context.header('retry-after', String(problem.retryAfterSeconds))
  const notice = { kind: 'error', field: 'code', text: problemTexts[problem.kind] } as const
  return page(context, shop, session, [notice], problem.kind === 'rate-limited' ? 429 : undefined, problem)
}

const problemTexts: Readonly<Record<CodeProblem['kind'], string>> = {
  wrong: 'These are not the digits of the newest email.',
  expired: 'These digits no longer work. Ask for another email.',
  'rate-limited': 'Too many attempts. Wait 15 minutes, then try again.',
}

const page = (
  context: Context,
  shop: AccountContext,
  session: AuthSession,
  notices: NoticeList,
  status?: 429,
  problem?: CodeProblem,
): Promise<Response> =>
  renderAccountPage(context, shop, session, {
    ...{ section: 'sign-ins', title: 'Is it you?', notices },
    ...(status && { status }),
    body: (
      <ProveMailboxPage
        email={session.user.email}
        isAsked={readKeyCookie(context, setUpCodeCookie) !== '' && problem?.kind !== 'expired'}
        error={problem && problemTexts[problem.kind]}
        nonce={{ name: SECOND_FACTOR_NONCE, value: formNonce(shop, session, SECOND_FACTOR_NONCE) }}
      />
    ),
  })
