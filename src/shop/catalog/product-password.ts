import { createHash } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { Context } from 'hono'
import { addressRateLimiter } from '../../people/abuse/rate-limit.ts'
import { firstOf } from '../../platform/database/connect.ts'
import { clientAddress } from '../../platform/web/client-address.ts'
import type { Platform } from '../../platform/web/context.ts'
import type { CookieDeclaration } from '../../platform/web/cookie-declaration.ts'
import { readKeyCookie, setKeyCookie } from '../../platform/web/key-cookie.ts'
import { isSameSignature, sign } from '../../platform/web/signature.ts'
import { entries } from '../../things/entries/entries.table.ts'
import { parentEntries } from './catalog.store.ts'
import type { Product } from './product.ts'

export const passwordCookie: CookieDeclaration = {
  name: 'wp-postpass_*',
  purpose: 'remembers the password that you entered to see a product',
  lifetime: '10 days',
}

type PasswordShop = Pick<Platform, 'db' | 'secret' | 'url'>

const cookieOf = ({ url }: PasswordShop) => ({
  ...passwordCookie,
  name: passwordCookie.name.replace('*', createHash('md5').update(url).digest('hex')),
  path: '/',
  maxAge: 864_000,
})

/** Of the password, as in WordPress: with a new one, or without the shop's secret, no cookie opens anything. */
const passOf = ({ secret }: PasswordShop, password: string): string => sign(secret, `product-password|${password}`)

const hasPassFor = (context: Context, shop: PasswordShop, password: string): boolean =>
  isSameSignature(readKeyCookie(context, cookieOf(shop)), passOf(shop, password))

/** Whether this browser was given the password of a product or of a variation's product. No query without a cookie. */
export async function hasPass(context: Context, shop: PasswordShop, productId: number): Promise<boolean> {
  if (readKeyCookie(context, cookieOf(shop)) === '') return false
  const row = await shop.db
    .select({ password: sql<string>`coalesce(${parentEntries.password}, ${entries.password})` })
    .from(entries)
    .leftJoin(parentEntries, eq(parentEntries.id, entries.parentId))
    .where(eq(entries.id, productId))
    .then(firstOf)
  return row !== null && hasPassFor(context, shop, row.password)
}

/** The product with its texts, for who knows its password; null for others. */
export async function unlockProduct(
  context: Context,
  shop: PasswordShop,
  product: Product,
  isKnown = false,
): Promise<Product | null> {
  if (!product.isLocked) return product
  const { password, excerpt, content, builderDocument, seoDescription } = entries
  const row = await shop.db
    .select({ password, texts: { excerpt, content, builderDocument, seoDescription } })
    .from(entries)
    .where(eq(entries.id, product.id))
    .then(firstOf)
  if (!row || !(isKnown || hasPassFor(context, shop, row.password))) return null
  const variations = product.variations.map((variation) => ({ ...variation, isLocked: false }))
  return { ...product, ...row.texts, variations, isLocked: false }
}

/** Wrong passwords of one network in ten minutes. */
const wrongPasswords = { name: 'product-password', max: 10, seconds: 600 }

/** Takes a typed password, and remembers it in this browser. */
export async function enterPassword(context: Context, shop: PasswordShop, productId: number, typed: string) {
  const limiter = addressRateLimiter(shop, wrongPasswords)
  const limit = await limiter.consume(clientAddress(context))
  if (!limit.ok) return { ok: false, problem: { kind: 'rate-limited', ...limit } } as const
  const row = await shop.db
    .select({ password: entries.password })
    .from(entries)
    .where(eq(entries.id, productId))
    .then(firstOf)
  if (!row || !isSameSignature(passOf(shop, typed), passOf(shop, row.password)))
    return { ok: false, problem: { kind: 'wrong' } } as const
  await limiter.undo(clientAddress(context))
  setKeyCookie(context, shop, cookieOf(shop), passOf(shop, typed))
  return { ok: true } as const
}
