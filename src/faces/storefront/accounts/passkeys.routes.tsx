import { type Context, Hono } from 'hono'
import type { AuthSession } from '../../../people/identity/auth-session.ts'
import { reportSecurityChange } from '../../../people/identity/emails.ts'
import {
  deletePasskey,
  registerPasskey,
  registrationOptions,
  renamePasskey,
} from '../../../people/identity/factors/passkeys.ts'
import { mustProveMailbox } from '../../../people/identity/factors/staff-second-factor.ts'
import { isFresh } from '../../../people/identity/sign-in/fresh-session.ts'
import { knownDevice } from '../../../people/identity/sign-in/known-device.ts'
import { setFlash } from '../../../platform/web/flash.tsx'
import { hrefs, paths } from '../../../platform/web/routes.ts'
import { accountForm, accountPage, type Fields } from './account-page.tsx'
import type { AccountContext } from './context.ts'
import { PASSKEY_NONCE } from './nonces.ts'
import { clientOf } from './sign-in/finish-sign-in.ts'
import { signInsPage } from './sign-ins.routes.tsx'

/** /my-account/passkeys/: adds, renames and removes passkeys. They are listed on the page about signing in. */
export function passkeyRoutes(shop: AccountContext): Hono {
  const app = new Hono()
  accountPage(app, shop, paths.accountPasskeys, (context) => context.redirect(paths.accountSignIns, 302))
  accountForm(app, shop, paths.accountPasskeys, {
    nonceField: PASSKEY_NONCE,
    submit: (context, session, fields) => submit(context, shop, session, fields),
    again: (context, session, _fields, notices) => signInsPage(context, shop, session, notices),
  })
  return app
}

const refusals = {
  refused: 'This passkey was not accepted. Please try again.',
  'too-many': 'You have 20 passkeys. Remove one that you no longer use first.',
} as const

async function submit(context: Context, shop: AccountContext, session: AuthSession, fields: Fields): Promise<Response> {
  const { id: userId } = session.user
  const id = /^\d{1,9}$/.test(fields.id ?? '') ? Number(fields.id) : 0
  const done = (text: string): Response => {
    setFlash(context, shop, [{ kind: 'success', text }])
    return context.redirect(paths.accountSignIns, 303)
  }
  if (fields.step === 'rename') {
    const isRenamed = await renamePasskey(shop.db, userId, id, fields.name ?? '')
    return isRenamed ? done('The passkey has its new name.') : context.redirect(paths.accountSignIns, 303)
  }
  const way = mustProveMailbox(shop.settings(), session, knownDevice(context, shop))
    ? paths.accountSecondFactor
    : hrefs.accountConfirm(paths.accountSignIns)
  const isUnproved = way === paths.accountSecondFactor || !isFresh(session, shop.now())
  // A script cannot follow to a page: it is told where to go.
  if (isUnproved && fields.step === 'options') {
    return context.json({ location: way }, 403, { 'cache-control': 'no-store' })
  }
  if (isUnproved) return context.redirect(way, 303)
  switch (fields.step) {
    case 'options':
      return options(context, shop)
    case 'add': {
      const result = await registerPasskey(shop, userId, clientOf(context), {
        ...{ text: fields.passkey ?? '', name: fields.name ?? '' },
      })
      if (result === 'registered') {
        await reportSecurityChange(shop, session.user, 'passkey-added')
        return done('The passkey is ready: you can sign in with it.')
      }
      return signInsPage(context, shop, session, [{ kind: 'error', text: refusals[result] }])
    }
    case 'delete':
      if (await deletePasskey(shop.db, userId, id)) await reportSecurityChange(shop, session.user, 'passkey-removed')
      return done('The passkey no longer opens your account.')
    default:
      return context.redirect(paths.accountSignIns, 303)
  }
}

/** What the browser makes a new passkey from, as JSON. */
async function options(context: Context, shop: AccountContext): Promise<Response> {
  const made = await registrationOptions(shop, clientOf(context), shop.settings().siteTitle)
  for (const cookie of made.cookies) context.header('set-cookie', cookie, { append: true })
  return context.json(made.options, 200, { 'cache-control': 'no-store' })
}
