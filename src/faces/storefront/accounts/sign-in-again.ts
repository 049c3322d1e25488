import type { Context } from 'hono'
import { type SignInResult, signIn } from '../../../people/accounts/auth-session.ts'
import { clientAddress } from '../../../platform/web/client-address.ts'
import { mergeCartOnSignIn } from '../../../shop/cart/merge-cart-on-sign-in.ts'
import type { StorefrontContext } from '../context.ts'

/** Where a sign-in comes from. */
export const clientOf = (context: Context) => ({
  clientAddress: clientAddress(context),
  userAgent: (context.req.header('user-agent') ?? '').slice(0, 500),
})

/** Sends the cookies of a session, and joins the cart of this browser with that of the account. */
export async function startSession(
  context: Context,
  shop: StorefrontContext,
  { userId, cookies }: SignInResult & { ok: true },
): Promise<void> {
  for (const cookie of cookies) context.header('set-cookie', cookie, { append: true })
  await mergeCartOnSignIn(context, shop, userId, cookies)
}

/** Starts a session with a password that was just chosen, which ended all others. */
export async function signInAgain(
  context: Context,
  shop: StorefrontContext,
  email: string,
  password: string,
): Promise<void> {
  const result = await signIn(shop, { email, password, remember: true, ...clientOf(context) })
  if (result.ok) await startSession(context, shop, result)
}
