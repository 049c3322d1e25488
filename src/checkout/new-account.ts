import type { Context } from 'hono'
import { type Allowance, addressLimit, rateLimit, strictest } from '../abuse/rate-limit.ts'
import { isEmailTaken } from '../accounts/create-user.ts'
import { type SignedIn, signedInBy } from '../accounts/current-user.ts'
import { signIn } from '../accounts/sign-in.ts'
import { enterCart } from '../cart/enter-cart.ts'
import { firstPassword, type WantedAccount } from '../orders/new-account.ts'
import type { Order } from '../orders/orders.store.ts'
import type { Settings } from '../settings/settings.ts'
import type { Shop } from '../shop.ts'
import { clientAddress } from '../web/client-address.ts'

/**
 * The account that somebody asks for with an order, or null where the shop makes none. Where nobody chooses a password, a
 * link by mail does.
 */
export function wantedAccount(password: string, settings: Pick<Settings, 'checkout'>): WantedAccount | null {
  if (settings.checkout.accounts === 'none') return null
  return { password: settings.checkout.accounts === 'password' ? password : null }
}

/** Each hour one address is told so often that an e-mail address has an account, and all together so often. */
const toldEach: Allowance = { name: 'account-told', times: 10, seconds: 3600 }
const toldInAll: Allowance = { name: 'account-told-in-all', times: 200, seconds: 3600 }
const EVERYBODY = 'everybody'

/**
 * What comes of the wish for an account: it will be made, or there is one and the shopper is told to sign in. Whoever has
 * been told so of many addresses learns nothing more: their order is placed as a guest's, and looks the same from outside.
 */
export async function decideAccount(
  context: Context,
  shop: Shop,
  wanted: WantedAccount | null,
  email: string,
): Promise<{ readonly ok: true; readonly account: WantedAccount | null } | { readonly ok: false }> {
  if (!wanted || !(await isEmailTaken(shop.db, email))) return { ok: true, account: wanted }
  const counts = await Promise.all([
    rateLimit(shop, toldInAll).count(EVERYBODY),
    addressLimit(shop, toldEach).count(clientAddress(context)),
  ])
  return strictest(counts).ok ? { ok: false } : { ok: true, account: null }
}

/**
 * Signs in whoever has just got an account with an order that was accepted. Null: they have to do it themselves.
 */
export async function enterNewAccount(
  context: Context,
  shop: Shop,
  order: Order,
  account: WantedAccount,
): Promise<SignedIn | null> {
  if (order.customerId === null) return null
  const entered = await signIn(shop, {
    email: order.billing.email,
    password: firstPassword(shop, order, account),
    remember: true,
    clientAddress: clientAddress(context),
    userAgent: (context.req.header('user-agent') ?? '').slice(0, 500),
  })
  if (!entered.ok || entered.userId !== order.customerId) return null
  for (const cookie of entered.cookies) context.header('set-cookie', cookie, { append: true })
  await enterCart(context, shop, entered.userId, entered.cookies)
  return signedInBy(shop, entered.cookies)
}
