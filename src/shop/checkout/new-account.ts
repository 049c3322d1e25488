import type { Context } from 'hono'
import { addressRateLimiter, type RateLimitRule, rateLimiter, strictest } from '../../people/abuse/rate-limit.ts'
import type { Address } from '../../people/addresses/address.ts'
import { authSessionFromCookies } from '../../people/identity/auth-session.ts'
import { findOrderSignIn } from '../../people/identity/keys/tokens.store.ts'
import { refusePassword } from '../../people/identity/passwords/new-password.ts'
import { rememberDevice } from '../../people/identity/sign-in/known-device.ts'
import { beginSession, type SignInClient, signIn } from '../../people/identity/sign-in/sign-in.ts'
import { noteSignIn } from '../../people/identity/sign-in/sign-ins.ts'
import { isEmailTaken } from '../../people/identity/users.store.ts'
import { clientAddress, networkOf } from '../../platform/web/client-address.ts'
import { mergeCartOnSignIn } from '../cart/merge-cart-on-sign-in.ts'
import type { Order } from '../orders/orders.store.ts'
import type { NewAccount } from '../orders/transition-order.ts'
import type { CheckoutContext } from './context.ts'
import type { CheckoutSettings } from './settings.ts'

/** null where the shop creates none. Without a chosen password, the customer gets a link to set one. */
export function requestedAccount(password: string, settings: CheckoutSettings): NewAccount | null {
  if (settings.checkout.accountCreation === 'none') return null
  return { password: settings.checkout.accountCreation === 'password' ? password : null }
}

type WithSiteTitle = Pick<CheckoutContext, 'settings'>

export async function refuseAccountPassword({ settings }: WithSiteTitle, account: NewAccount | null, billing: Address) {
  if (account === null || account.password === null) return null
  const { email, firstName, lastName } = billing
  return refusePassword(account.password, { email, name: `${firstName} ${lastName}`, siteTitle: settings().siteTitle })
}

/** How often one client, and all clients together, may learn that an email address has an account. */
const perAddressAllowance: RateLimitRule = { name: 'account-told', max: 10, seconds: 3600 }
const shopAllowance: RateLimitRule = { name: 'account-told-in-all', max: 200, seconds: 3600 }
const WHOLE_SHOP = 'everybody'
const UNKNOWN_ADDRESS = 'unknown'

/** Returns 'email-taken' a few times. After that the order becomes a guest's, which looks the same from outside. */
export async function resolveAccount(
  context: Context,
  shop: CheckoutContext,
  requested: NewAccount | null,
  email: string,
): Promise<NewAccount | null | 'email-taken'> {
  if (!requested || !(await isEmailTaken(shop.db, email))) return requested
  const address = clientAddress(context)
  const counts = await Promise.all([
    rateLimiter(shop, shopAllowance).consume(WHOLE_SHOP),
    networkOf(address) === null
      ? rateLimiter(shop, perAddressAllowance).consume(UNKNOWN_ADDRESS)
      : addressRateLimiter(shop, perAddressAllowance).consume(address),
  ])
  return strictest(counts).ok ? 'email-taken' : null
}

/** Call it only for the session whose cart was ordered. null: they have to sign in themselves. */
export async function signInNewAccount(context: Context, shop: CheckoutContext, order: Order, account: NewAccount) {
  if (order.customerId === null) return null
  const client = {
    clientAddress: clientAddress(context),
    userAgent: (context.req.header('user-agent') ?? '').slice(0, 500),
  }
  const { password } = account
  const signedIn =
    password === null
      ? await signInByOrder(shop, order, client)
      : await signIn(shop, { email: order.billing.email, password, remember: true, ...client })
  // An account made here is a customer's: a staff password is no way in, and makes no browser a known one.
  if (!signedIn?.ok || signedIn.userId !== order.customerId || signedIn.role !== 'customer') return null
  for (const cookie of signedIn.cookies) context.header('set-cookie', cookie, { append: true })
  rememberDevice(context, shop, { userId: signedIn.userId })
  await noteSignIn(shop, {
    userId: signedIn.userId,
    isKnownDevice: true,
    userAgent: context.req.header('user-agent') ?? '',
  })
  await mergeCartOnSignIn(context, shop, signedIn.userId, signedIn.cookies)
  return authSessionFromCookies(shop, signedIn.cookies)
}

/** null unless this order has just made the account: it may also be the order of an older account. */
async function signInByOrder(shop: CheckoutContext, order: Order, client: SignInClient) {
  const userId = await findOrderSignIn(shop.db, order.orderKey, shop.now())
  if (userId === null || userId !== order.customerId) return null
  return beginSession(shop, { userId, remember: true, client })
}
