import type { Context } from 'hono'
import { reportSecurityChange } from '../../../people/identity/emails.ts'
import {
  deletePasskey,
  readPasskeys,
  registerPasskey,
  registrationOptions,
  renamePasskey,
} from '../../../people/identity/factors/passkeys.ts'
import { countRecoveryCodes } from '../../../people/identity/factors/second-factor.ts'
import { mustProveMailbox, mustSetUpSecondFactor } from '../../../people/identity/factors/staff-second-factor.ts'
import { isFresh } from '../../../people/identity/sign-in/fresh-session.ts'
import { knownDevice } from '../../../people/identity/sign-in/known-device.ts'
import { endSignIn, readSignIns } from '../../../people/identity/sign-in/sign-ins.ts'
import { endSessions, hasPassword } from '../../../people/identity/users.store.ts'
import type { NoticeList } from '../../../platform/ui/notices.tsx'
import { hrefs, paths } from '../../../platform/web/routes.ts'
import { type AccountForm, type AccountRequest, type Fields, passkeyOffer } from './account-page.tsx'
import type { AccountContext } from './context.ts'
import { SignInsPage } from './pages/sign-ins-page.tsx'
import { SECOND_FACTOR_NONCE } from './second-factor.routes.tsx'
import { clientOf, setCookies, signOutHere } from './sign-in/finish-sign-in.ts'

const SIGN_INS_NONCE = 'sign-ins-nonce'
const PASSKEY_NONCE = 'passkey-nonce'

const signInsForm: AccountForm = {
  path: paths.accountSignIns,
  nonceField: SIGN_INS_NONCE,
  show: signInsPage,
  async submit({ context, shop, user, redirect }, fields) {
    if (fields.everywhere !== undefined) {
      await endSessions(shop.db, user.id)
      await signOutHere(context, shop)
      return context.redirect(`${hrefs.login()}?loggedout=true`, 303)
    }
    const isEnded = await endSignIn(shop.db, user.id, fields.session ?? '')
    return isEnded
      ? redirect(paths.accountSignIns, { kind: 'success', text: 'That sign-in has ended.' })
      : redirect(paths.accountSignIns, { kind: 'info', text: 'That sign-in had ended already.' })
  },
}

async function signInsPage({ shop, session, user, nonce, render }: AccountRequest, notices: NoticeList) {
  const { hasSecondFactor } = session
  const now = shop.now()
  const { passkeyUrl, scripts } = passkeyOffer(shop)
  const [signIns, passkeys, recoveryCodes, withPassword] = await Promise.all([
    readSignIns(shop.db, user.id, { currentId: session.sessionId, now }),
    readPasskeys(shop.db, user.id),
    hasSecondFactor ? countRecoveryCodes(shop, user.id) : 0,
    hasPassword(shop.db, user.id),
  ])
  return render({
    section: 'sign-ins',
    title: 'Sign-in and security',
    notices,
    scripts,
    body: (
      <SignInsPage
        signIns={signIns}
        passkeys={passkeys}
        passkeyUrl={passkeyUrl}
        hasSecondFactor={hasSecondFactor}
        recoveryCodes={recoveryCodes}
        now={now}
        needsPasskey={!withPassword && passkeys.length === 0}
        publicUrl={shop.publicUrl}
        isRequired={mustSetUpSecondFactor(shop.settings(), session)}
        nonces={{
          signIns: nonce(SIGN_INS_NONCE),
          secondFactor: nonce(SECOND_FACTOR_NONCE),
          passkeys: nonce(PASSKEY_NONCE),
        }}
      />
    ),
  })
}

const passkeyForm: AccountForm = {
  path: paths.accountPasskeys,
  nonceField: PASSKEY_NONCE,
  submit: submitPasskey,
  show: (request, notices, typed) =>
    typed ? signInsPage(request, notices) : request.context.redirect(paths.accountSignIns, 302),
}

export const signInForms = [signInsForm, passkeyForm]

const refusals = {
  refused: 'This passkey was not accepted. Please try again.',
  'too-many': 'You have 20 passkeys. Remove one that you no longer use first.',
} as const

async function submitPasskey(request: AccountRequest, fields: Fields): Promise<Response> {
  const { context, shop, session, user, redirect } = request
  const id = /^\d{1,9}$/.test(fields.id ?? '') ? Number(fields.id) : 0
  const done = (text: string) => redirect(paths.accountSignIns, { kind: 'success', text })
  if (fields.step === 'rename') {
    const isRenamed = await renamePasskey(shop.db, user.id, id, fields.name ?? '')
    return isRenamed ? done('The passkey has its new name.') : redirect(paths.accountSignIns)
  }
  const way = mustProveMailbox(shop.settings(), session, knownDevice(context, shop))
    ? paths.accountSecondFactor
    : hrefs.accountConfirm(paths.accountSignIns)
  const isUnproved = way === paths.accountSecondFactor || !isFresh(session, shop.now())
  // A script cannot follow a redirect to a page, so it gets the URL.
  if (isUnproved && fields.step === 'options') {
    return context.json({ location: way }, 403, { 'cache-control': 'no-store' })
  }
  if (isUnproved) return redirect(way)
  switch (fields.step) {
    case 'options':
      return options(context, shop)
    case 'add': {
      const passkey = { text: fields.passkey ?? '', name: fields.name ?? '' }
      const result = await registerPasskey(shop, user.id, clientOf(context), passkey)
      if (result !== 'registered') return signInsPage(request, [{ kind: 'error', text: refusals[result] }])
      await reportSecurityChange(shop, user, 'passkey-added')
      return done('The passkey is ready: you can sign in with it.')
    }
    case 'delete':
      if (await deletePasskey(shop.db, user.id, id)) await reportSecurityChange(shop, user, 'passkey-removed')
      return done('The passkey no longer opens your account.')
    default:
      return redirect(paths.accountSignIns)
  }
}

async function options(context: Context, shop: AccountContext): Promise<Response> {
  const registration = await registrationOptions(shop, clientOf(context), shop.settings().siteTitle)
  setCookies(context, registration.cookies)
  return context.json(registration.options, 200, { 'cache-control': 'no-store' })
}
