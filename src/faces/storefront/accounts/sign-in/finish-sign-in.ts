import type { Context } from 'hono'
import { signOut } from '../../../../people/identity/auth-session.ts'
import { isSecondFactorRequired } from '../../../../people/identity/factors/staff-second-factor.ts'
import { knownDevice, rememberDevice } from '../../../../people/identity/sign-in/known-device.ts'
import { proveMailbox } from '../../../../people/identity/sign-in/prove-mailbox.ts'
import {
  beginSession,
  type SignInClient,
  type SignInOutcome,
  signIn,
} from '../../../../people/identity/sign-in/sign-in.ts'
import { noteSignIn } from '../../../../people/identity/sign-in/sign-ins.ts'
import { hasSecondFactor } from '../../../../people/identity/users.store.ts'
import { recordSignIn } from '../../../../people/staff/change-people.ts'
import { adminAccess, can, isStaff, type Role } from '../../../../platform/access/permissions.ts'
import { clientAddress } from '../../../../platform/web/client-address.ts'
import { hrefs, paths } from '../../../../platform/web/routes.ts'
import { endCartSession } from '../../../../shop/cart/cart-session.ts'
import { mergeCartOnSignIn } from '../../../../shop/cart/merge-cart-on-sign-in.ts'
import { claimGuestOrders } from '../../../../shop/orders/claim-guest-orders.ts'
import { forgetSaved, mergeSavedOnSignIn } from '../../../../shop/saved/saved-session.ts'
import { dropStaffCookie, setStaffCookie } from '../../appearance/staff-cookie.ts'
import type { AccountContext } from '../context.ts'

export const clientOf = (context: Context): SignInClient => ({
  clientAddress: clientAddress(context),
  userAgent: (context.req.header('user-agent') ?? '').slice(0, 500),
  cookie: context.req.header('cookie') ?? '',
})

export function setCookies(context: Context, cookies: readonly string[]): void {
  for (const cookie of cookies) context.header('set-cookie', cookie, { append: true })
}

/** Default destination after sign-in: staff to the back office, customers to their account. */
export const landingPath = (role: Role): string => (can({ role }, adminAccess) ? paths.admin : paths.account)

/** After a correct first factor: asks for the second, or starts a session and redirects (null: by role). */
export async function finishSignIn(
  context: Context,
  shop: AccountContext,
  outcome: SignInOutcome,
  redirectTo: string | null,
  { isMailboxProved = false }: { readonly isMailboxProved?: boolean } = {},
): Promise<Response> {
  const { cookies } = outcome.ok ? outcome : outcome.problem
  setCookies(context, cookies)
  if (!outcome.ok) return context.redirect(hrefs.secondStep(redirectTo ?? undefined), 303)
  const { userId, role } = outcome
  const isKnownDevice = knownDevice(context, shop)?.userIds.includes(userId) ?? false
  if (isStaff({ role })) await recordSignIn(shop, userId, clientAddress(context))
  setStaffCookie(context, shop, role)
  await noteSignIn(shop, { userId, isKnownDevice, userAgent: clientOf(context).userAgent })
  const isTrustedDevice = isMailboxProved || isKnownDevice || !isSecondFactorRequired(shop.settings(), { role })
  // Otherwise an attacker with a staff password would have a known device at the next sign-in.
  if (isTrustedDevice || (await hasSecondFactor(shop.db, userId))) rememberDevice(context, shop, { userId })
  await mergeCartOnSignIn(context, shop, userId, cookies)
  await mergeSavedOnSignIn(context, shop, userId)
  await claimGuestOrders(shop.db, userId, shop.now())
  return context.redirect(redirectTo ?? landingPath(role), 303)
}

/** Signs in a person who has just proved access to the mailbox of an account. */
export async function signInByMailbox(
  context: Context,
  shop: AccountContext,
  { userId, remember }: { readonly userId: number; readonly remember: boolean },
  redirectTo: string | null,
): Promise<Response> {
  const isKnownDevice = knownDevice(context, shop)?.userIds.includes(userId) ?? false
  await proveMailbox(shop.db, userId, { isKnownDevice })
  const outcome = await beginSession(shop, { userId, remember, client: clientOf(context) })
  return finishSignIn(context, shop, outcome, redirectTo, { isMailboxProved: true })
}

/** `isMailboxProved`: the password was chosen by an emailed link. */
type NewPassword = Readonly<Record<'email' | 'password' | 'redirectTo', string>> & { readonly isMailboxProved: boolean }

/** Starts a session with a new password, which has ended all other sessions. */
export async function signInAgain(
  context: Context,
  shop: AccountContext,
  { email, password, redirectTo, isMailboxProved }: NewPassword,
): Promise<Response> {
  const result = await signIn(shop, { email, password, remember: true, ...clientOf(context) })
  if (result.ok) return finishSignIn(context, shop, result, redirectTo, { isMailboxProved })
  const { problem } = result
  if (problem.kind === 'second-factor') return finishSignIn(context, shop, { ok: false, problem }, redirectTo)
  return context.redirect(hrefs.login(redirectTo), 303)
}

/** Signs this browser out. Its next user starts with an empty cart; the customer's cart stays stored. */
export async function signOutHere(context: Context, shop: AccountContext): Promise<void> {
  setCookies(context, await signOut(shop, context.req.raw.headers))
  dropStaffCookie(context)
  endCartSession(context, shop)
  forgetSaved(context, shop)
}
