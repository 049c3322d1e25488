import { reportSecurityChange } from '../../../people/identity/emails.ts'
import {
  confirmSecondFactor,
  prepareSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
} from '../../../people/identity/factors/second-factor.ts'
import { mustProveMailbox, mustSetUpSecondFactor } from '../../../people/identity/factors/staff-second-factor.ts'
import { SIGN_IN_CODE_MINUTES } from '../../../people/identity/key-lifetimes.ts'
import { knownDevice, rememberDevice } from '../../../people/identity/sign-in/known-device.ts'
import { proveMailbox } from '../../../people/identity/sign-in/prove-mailbox.ts'
import { type CodeProblem, enterSignInCode, requestSignInCode } from '../../../people/identity/sign-in/sign-in-code.ts'
import type { NoticeList } from '../../../platform/ui/notices.tsx'
import { clientAddress } from '../../../platform/web/client-address.ts'
import { deleteKeyCookie, type KeyCookie, readKeyCookie, setKeyCookie } from '../../../platform/web/key-cookie.ts'
import { paths } from '../../../platform/web/routes.ts'
import {
  type AccountForm,
  type AccountRequest,
  accountRequest,
  errorAt,
  type Fields,
  formStatus,
} from './account-page.tsx'
import { confirmFirst } from './confirm.routes.tsx'
import { ProveMailboxPage, RecoveryCodesPage, SetUpPage } from './pages/second-factor-page.tsx'
import { clientOf, setCookies } from './sign-in/finish-sign-in.ts'

export const SECOND_FACTOR_NONCE = 'second-factor-nonce'

export const secondFactorForm: AccountForm = {
  path: paths.accountSecondFactor,
  nonceField: SECOND_FACTOR_NONCE,
  show: async (request, notices) =>
    confirmFirst(request, paths.accountSecondFactor) ??
    (await proveMailboxFirst(request)) ??
    setUpPage(request, notices),
  submit: async (request, fields) =>
    confirmFirst(request, request.session.hasSecondFactor ? paths.accountSignIns : paths.accountSecondFactor) ??
    (await proveMailboxFirst(request, fields)) ??
    submit(request, fields),
}

async function submit(request: AccountRequest, fields: Fields): Promise<Response> {
  const { shop, session, user, redirect } = request
  if (!session.hasSecondFactor) return confirm(request, fields.authcode ?? '')
  if (fields.step === 'new-codes') {
    const codes = await renewRecoveryCodes(shop, user.id)
    await reportSecurityChange(shop, user, 'recovery-codes')
    return codesPage(request, codes)
  }
  if (fields.step !== 'switch-off') return redirect(paths.accountSignIns)
  await removeSecondFactor(shop.db, user.id)
  await reportSecurityChange(shop, user, 'second-factor-off')
  return redirect(paths.accountSignIns, { kind: 'success', text: 'Your second factor is off.' })
}

async function confirm(request: AccountRequest, code: string): Promise<Response> {
  const { context, shop, session } = request
  const { cookie = '', userAgent } = clientOf(context)
  const confirmed = await confirmSecondFactor(shop, session, { code, cookie, userAgent })
  if (!confirmed) {
    const text = 'This code is not right. Check the clock of your phone, and enter the newest code.'
    return setUpPage(request, [{ kind: 'error', field: 'authcode', text }])
  }
  await reportSecurityChange(shop, session.user, 'second-factor-on')
  setCookies(context, confirmed.cookies)
  return codesPage(accountRequest(context, shop, confirmed.session), confirmed.recoveryCodes)
}

async function setUpPage({ shop, session, user, ...request }: AccountRequest, notices: NoticeList) {
  const setUp = await prepareSecondFactor(shop, user, shop.settings().siteTitle)
  if (!setUp) return request.redirect(paths.accountSignIns)
  return request.render({
    section: 'sign-ins',
    title: 'Set up a second factor',
    notices,
    body: (
      <SetUpPage
        {...setUp}
        error={errorAt(notices, 'authcode')}
        isRequired={mustSetUpSecondFactor(shop.settings(), session)}
        nonce={request.nonce(SECOND_FACTOR_NONCE)}
      />
    ),
  })
}

const codesPage = ({ shop, user, render }: AccountRequest, codes: readonly string[]) =>
  render({
    section: 'sign-ins',
    title: 'Your recovery codes',
    scripts: ['src/people/identity/factors/recovery-codes.client.ts'],
    body: <RecoveryCodesPage codes={codes} siteTitle={shop.settings().siteTitle} email={user.email} />,
  })

/** The key of this browser's request. The emailed code works only together with it. */
export const setUpCodeCookie: KeyCookie = {
  name: 'samovar_set_up_code',
  purpose: 'holds that this browser asked for digits to set up a second factor',
  lifetime: 'minutes',
  path: paths.accountSecondFactor,
  maxAge: SIGN_IN_CODE_MINUTES * 60,
}

/** Null if the mailbox is proved; otherwise a page that asks for the emailed code before a required second factor. */
async function proveMailboxFirst(request: AccountRequest, fields: Fields = {}): Promise<Response | null> {
  const { context, shop, session, redirect } = request
  const isStep = fields.step === 'mail-digits' || fields.step === 'enter-digits'
  if (!mustProveMailbox(shop.settings(), session, knownDevice(context, shop)))
    return isStep ? redirect(paths.accountSecondFactor) : null
  if (fields.step === 'mail-digits') return mailDigits(request)
  if (fields.step === 'enter-digits') return enterDigits(request, fields.code ?? '')
  return digitsPage(request)
}

async function mailDigits(request: AccountRequest): Promise<Response> {
  const { context, shop, user } = request
  const codeRequest = await requestSignInCode(shop, {
    email: user.email,
    remember: false,
    redirectTo: null,
    device: knownDevice(context, shop),
    clientAddress: clientAddress(context),
    isForSetUp: true,
  })
  if (!codeRequest.ok) {
    const status = formStatus(context, codeRequest.problem)
    return digitsPage(request, [{ kind: 'error', text: problemTexts['rate-limited'] }], { status })
  }
  setKeyCookie(context, shop, setUpCodeCookie, codeRequest.key)
  return request.redirect(paths.accountSecondFactor)
}

async function enterDigits(request: AccountRequest, code: string): Promise<Response> {
  const { context, shop, user } = request
  const key = readKeyCookie(context, setUpCodeCookie)
  const entered = await enterSignInCode(shop, { key, code, clientAddress: clientAddress(context) })
  if (entered.ok) {
    deleteKeyCookie(context, setUpCodeCookie)
    if (entered.proved.userId === user.id) {
      // This session also entered the password, so what was set up before belongs to the owner and stays.
      await proveMailbox(shop.db, user.id, { isKnownDevice: true })
      rememberDevice(context, shop, { userId: user.id })
    }
    return request.redirect(paths.accountSecondFactor)
  }
  const { problem } = entered
  const isExpired = problem.kind === 'expired'
  if (isExpired) deleteKeyCookie(context, setUpCodeCookie)
  const notice = { kind: 'error', field: 'code', text: problemTexts[problem.kind] } as const
  return digitsPage(request, [notice], { isExpired, status: formStatus(context, problem) })
}

const problemTexts: Readonly<Record<CodeProblem['kind'], string>> = {
  wrong: 'These are not the digits of the newest email.',
  expired: 'These digits no longer work. Ask for another email.',
  'rate-limited': 'Too many attempts. Wait 15 minutes, then try again.',
}

const digitsPage = (
  { context, user, nonce, render }: AccountRequest,
  notices: NoticeList = [],
  { isExpired = false, status }: { isExpired?: boolean; status?: 200 | 422 | 429 } = {},
): Promise<Response> =>
  render({
    section: 'sign-ins',
    title: 'Confirm that it’s you',
    notices,
    status,
    body: (
      <ProveMailboxPage
        email={user.email}
        isAsked={readKeyCookie(context, setUpCodeCookie) !== '' && !isExpired}
        error={errorAt(notices, 'code')}
        nonce={nonce(SECOND_FACTOR_NONCE)}
      />
    ),
  })
