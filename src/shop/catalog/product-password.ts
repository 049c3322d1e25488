import { eq, inArray, sql } from 'drizzle-orm'
import type { Context } from 'hono'
import { addressRateLimiter } from '../../people/abuse/rate-limit.ts'
import { columnsOf } from '../../platform/database/connect.ts'
import { clientAddress } from '../../platform/web/client-address.ts'
import type { Platform } from '../../platform/web/context.ts'
import { readKeyCookie, setKeyCookie } from '../../platform/web/key-cookie.ts'
import { isSameSignature, sign } from '../../platform/web/signature.ts'
import { entries } from '../../things/entries/entries.table.ts'
import { parentEntries } from './catalog.store.ts'
import type { Product } from './product.ts'

/** The cookie of WordPress. It is void once the product's password or the shop's secret changes. */
export const passwordCookie = {
  name: 'wp-postpass_samovar',
  purpose: 'remembers the password that you entered to see a product',
  lifetime: '10 days',
  path: '/',
  maxAge: 864_000,
}

type PasswordShop = Pick<Platform, 'db' | 'secret' | 'url'>

const signatureOf = ({ secret }: PasswordShop, password: string): string => sign(secret, `product-password|${password}`)

/** The protected texts of a product, and the cookie value that unlocks them; a variation has that of its product. */
async function readProtected(shop: PasswordShop, productId: number) {
  const [row] = await shop.db
    .select({
      password: sql<string>`coalesce(${parentEntries.password}, ${entries.password})`,
      texts: columnsOf(entries, 'excerpt', 'content', 'builderDocument', 'seoDescription'),
    })
    .from(entries)
    .leftJoin(parentEntries, eq(parentEntries.id, entries.parentId))
    .where(eq(entries.id, productId))
  return row && { pass: signatureOf(shop, row.password), texts: row.texts }
}

/** The protected texts if this browser's cookie unlocks them; else null, without a query if there is no cookie. */
export async function readUnlockedTexts(context: Context, shop: PasswordShop, productId: number) {
  const pass = readKeyCookie(context, passwordCookie)
  const locked = pass === '' ? null : await readProtected(shop, productId)
  return locked && isSameSignature(pass, locked.pass) ? locked.texts : null
}

/** Those of the products that this browser has unlocked; none, without a query, if there is no cookie. */
export async function unlockedAmong(context: Context, shop: PasswordShop, productIds: readonly number[]) {
  const pass = readKeyCookie(context, passwordCookie)
  const { id, password } = entries
  const isOne = inArray(id, [...new Set(productIds)])
  const rows = pass === '' ? [] : await shop.db.select({ id, password }).from(entries).where(isOne)
  return new Set(rows.flatMap((row) => (isSameSignature(pass, signatureOf(shop, row.password)) ? row.id : [])))
}

/** The product with its texts, if this browser has unlocked it; null otherwise. */
export async function unlockProduct(context: Context, shop: PasswordShop, product: Product): Promise<Product | null> {
  if (!product.isLocked) return product
  const texts = await readUnlockedTexts(context, shop, product.id)
  const variations = product.variations.map((variation) => ({ ...variation, isLocked: false }))
  return texts && { ...product, ...texts, variations, isLocked: false }
}

/** Checks a password and remembers it in a cookie. Returns null, or the reason of a refusal. */
export async function enterPassword(context: Context, shop: PasswordShop, productId: number, typed: string) {
  const tries = addressRateLimiter(shop, { name: 'product-password', max: 10, seconds: 600 })
  const limit = await tries.consume(clientAddress(context))
  if (!limit.ok) return { status: 429, text: 'Too many passwords. Wait ten minutes, then try again.' } as const
  const locked = await readProtected(shop, productId)
  if (!locked || !isSameSignature(signatureOf(shop, typed), locked.pass))
    return { status: 403, text: 'This is not its password. Please try again.' } as const
  setKeyCookie(context, shop, passwordCookie, locked.pass)
  return null
}
