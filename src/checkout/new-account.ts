import { randomBytes } from 'node:crypto'
import type { Context } from 'hono'
import { type SignedIn, signedInBy } from '../accounts/current-user.ts'
import { signIn } from '../accounts/sign-in.ts'
import { enterCart } from '../cart/enter-cart.ts'
import type { Order } from '../orders/orders.store.ts'
import type { Settings } from '../settings/settings.ts'
import type { Shop } from '../shop.ts'
import { clientAddress } from '../web/client-address.ts'
import type { WantedAccount } from './make-account.ts'

/**
 * The account that somebody asks for with an order, or null where the shop makes none. One whose password nobody
 * chooses gets a random one until its link is used.
 */
export function wantedAccount(password: string, settings: Pick<Settings, 'checkout'>): WantedAccount | null {
  if (settings.checkout.accounts === 'none') return null
  if (settings.checkout.accounts === 'password') return { password, isChosen: true }
  return { password: randomBytes(24).toString('base64url'), isChosen: false }
}

/** Whoever has just made an account is signed in, whether or not the money has come yet. Null: they have to do it themselves. */
export async function enterNewAccount(
  context: Context,
  shop: Shop,
  order: Order,
  account: WantedAccount,
): Promise<SignedIn | null> {
  const entered = await signIn(shop, {
    email: order.billing.email,
    password: account.password,
    remember: true,
    clientAddress: clientAddress(context),
    userAgent: (context.req.header('user-agent') ?? '').slice(0, 500),
  })
  if (!entered.ok) return null
  for (const cookie of entered.cookies) context.header('set-cookie', cookie, { append: true })
  await enterCart(context, shop, entered.userId, entered.cookies)
  return signedInBy(shop, entered.cookies)
}
