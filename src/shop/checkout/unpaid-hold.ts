import { sql } from 'drizzle-orm'
import type { Db, Tx } from '../../platform/database/connect.ts'
import { networkOf } from '../../platform/web/client-address.ts'
import type { Platform, WithSettings } from '../../platform/web/context.ts'
import type { OrderSettings } from '../orders/settings.ts'
import { canonicalEmail } from '../pricing/canonical-email.ts'

/*
 * Limits the stock that one buyer's unpaid orders may reserve: by bank transfer, by cheque, for pickup, or during a
 * card payment. Otherwise one shopper could reserve the whole stock for free (docs/decisions/unpaid-holds.md).
 */

/** What identifies a buyer. */
export type Holder = {
  readonly customerId: number | null
  readonly cartId: string | null
  /** `canonicalEmail` */
  readonly email: string
  /** The client's network (`ClientNetwork.network`); '' for unknown. */
  readonly clientNetwork: string
}

export type Goods = {
  readonly pieces: number
  readonly productIds: readonly number[]
  readonly cents: number
  /** The order that has reserved it already, if any. */
  readonly orderId?: number
}

/** A site (/48) may reserve this multiple of the limit of one of its networks. */
const SITE_TIMES = 4
const SITE_LETTERS = '0000:0000:0000'.length
const hasSite = (clientNetwork: string): boolean => clientNetwork.includes(':')
const siteOf = (clientNetwork: string): string => clientNetwork.slice(0, SITE_LETTERS)

type HolderOf = {
  readonly customerId: number | null
  readonly cartId: string | null
  readonly billing: { readonly email: string }
  readonly clientNetwork: string
}

export const holderOf = (order: HolderOf): Holder => ({
  customerId: order.customerId,
  cartId: order.cartId,
  email: canonicalEmail(order.billing.email),
  clientNetwork: order.clientNetwork,
})

export const networkName = (address: string): string => networkOf(address)?.network ?? ''

/** Serializes the orders of one buyer, so that the second sees the first. Call it before locking orders or stock. */
export async function lockHolder(tx: Tx, { customerId, email, clientNetwork }: Holder): Promise<void> {
  const names = [
    customerId === null ? `email ${email}` : `customer ${customerId}`,
    ...(clientNetwork === '' ? [] : [`network ${clientNetwork}`]),
    ...(hasSite(clientNetwork) ? [`site ${siteOf(clientNetwork)}`] : []),
  ]
  await tx.execute(sql`
    select pg_advisory_xact_lock(key) from (
      select hashtextextended('unpaid ' || name, 0) as key from unnest(${sql.param(names)}::text[]) as named (name) order by key
    ) as keys`)
}

type Row = {
  id: number
  is_own: boolean
  is_near: boolean
  is_site: boolean
  cents: number
  pieces: number
  product_ids: number[]
}

type Sum = {
  readonly orders: number
  readonly pieces: number
  readonly productIds: ReadonlySet<number>
  readonly cents: number
}

const sumOf = (rows: readonly Row[]): Sum => ({
  orders: rows.length,
  pieces: rows.reduce((sum, row) => sum + row.pieces, 0),
  productIds: new Set(rows.flatMap((row) => row.product_ids)),
  cents: rows.reduce((sum, row) => sum + row.cents, 0),
})

/**
 * Stock reserved by unpaid orders: of this buyer, and of everyone in the same network and site. A customer who has paid
 * an order before is limited by their own orders only.
 */
async function heldBy(db: Db | Tx, { customerId, cartId, email, clientNetwork }: Holder, but: number | null) {
  const isSite = hasSite(clientNetwork)
  // Only known values, each with an index of its own: a shop may have thousands of unpaid orders.
  const theirs = [
    ...(customerId === null ? [] : [sql`o.customer_id = ${customerId}::int`]),
    ...(email === '' ? [] : [sql`o.canonical_billing_email = ${email}`]),
    ...(cartId === null ? [] : [sql`o.cart_id = ${cartId}`]),
    ...(clientNetwork === '' ? [] : [sql`o.client_network = ${clientNetwork}`]),
    ...(isSite ? [sql`o.client_network like ${`${siteOf(clientNetwork)}%`}`] : []),
  ]
  const { rows } = await db.execute<Row & { has_paid: boolean }>(sql`
    select o.id, o.items_total_cents as cents,
      sum(l.quantity)::int as pieces, array_agg(coalesce(nullif(l.variation_id, 0), l.product_id)) as product_ids,
      coalesce(o.customer_id = ${customerId}::int, false) or (${customerId}::int is null
        and ((${email} <> '' and o.canonical_billing_email = ${email}) or o.cart_id = ${cartId})) as is_own,
      ${clientNetwork} <> '' and o.client_network = ${clientNetwork} as is_near,
      ${isSite} and left(o.client_network, ${SITE_LETTERS}) = ${siteOf(clientNetwork)} as is_site
    from orders o join order_lines l on l.order_id = o.id
    where o.paid_at is null and o.status in ('pending', 'failed', 'on-hold', 'processing')
      and o.holds_stock and o.total_cents > 0 and o.id is distinct from ${but}::int
      and (${sql.join([sql`false`, ...theirs], sql` or `)})
    group by o.id`)
  const isKnown = customerId !== null && (await hasPaid(db, customerId))
  return {
    isKnown,
    own: sumOf(rows.filter((row) => row.is_own)),
    near: sumOf(isKnown ? [] : rows.filter((row) => row.is_near)),
    site: sumOf(isKnown ? [] : rows.filter((row) => row.is_site)),
  }
}

async function hasPaid(db: Db | Tx, customerId: number): Promise<boolean> {
  const { rows } = await db.execute(
    sql`select 1 from orders where customer_id = ${customerId} and paid_at is not null limit 1`,
  )
  return rows.length > 0
}

/** The highest usage of any limit including this request; 1 is the limit. A limit of 0 is disabled. */
function shareOf({ settings }: WithSettings<OrderSettings>, sum: Sum, goods: Goods, times = 1): number {
  const { maxPieces, maxProducts, maxCents } = settings().unpaidHold
  const shares = [
    [sum.pieces + goods.pieces, maxPieces],
    [new Set([...sum.productIds, ...goods.productIds]).size, maxProducts],
    [sum.cents + goods.cents, maxCents],
  ] as const
  return Math.max(0, ...shares.map(([wanted, max]) => (max === 0 ? 0 : wanted / (max * times))))
}

/** Whether any reservation limit is set. */
export const isHoldLimited = ({ settings }: WithSettings<OrderSettings>): boolean =>
  Object.values(settings().unpaidHold).some((max) => max > 0)

/** Whether this buyer may reserve this much more without a payment. */
export async function mayHold(
  shop: WithSettings<OrderSettings>,
  tx: Db | Tx,
  holder: Holder,
  goods: Goods,
): Promise<boolean> {
  if (!isHoldLimited(shop)) return true
  return (await fullest(shop, tx, holder, goods)).share <= 1
}

/** The same for an order that has reserved its stock already. */
export async function fitsUnpaidHold(
  shop: WithSettings<OrderSettings>,
  tx: Tx,
  order: HolderOf & OrderGoods,
): Promise<boolean> {
  if (!isHoldLimited(shop)) return true
  return (await fullest(shop, tx, holderOf(order), goodsOfOrder(order))).share <= 1
}

type OrderGoods = {
  readonly id: number
  readonly itemsTotalCents: number
  readonly lines: readonly { readonly productId: number; readonly variationId: number; readonly quantity: number }[]
}

/** Total quantity and products of these items. */
export const goodsIn = (
  wants: readonly { readonly productId: number; readonly quantity: number }[],
): Omit<Goods, 'cents'> => ({
  pieces: wants.reduce((sum, want) => sum + want.quantity, 0),
  productIds: wants.map((want) => want.productId),
})

export const goodsOfCart = (
  cart: { readonly lines: readonly { readonly sellable: { readonly id: number }; readonly quantity: number }[] },
  { itemsTotalCents: cents }: { readonly itemsTotalCents: number },
): Goods => ({ ...goodsIn(cart.lines.map(({ sellable, quantity }) => ({ productId: sellable.id, quantity }))), cents })

export const goodsOfOrder = ({ id, lines, itemsTotalCents }: OrderGoods): Goods => ({
  ...goodsIn(lines.map((line) => ({ productId: line.variationId || line.productId, quantity: line.quantity }))),
  cents: itemsTotalCents,
  orderId: id,
})

async function fullest(shop: WithSettings<OrderSettings>, db: Db | Tx, holder: Holder, goods: Goods) {
  const { own, near, site, isKnown } = await heldBy(db, holder, goods.orderId ?? null)
  const share = Math.max(
    shareOf(shop, own, goods),
    near.orders > 0 ? shareOf(shop, near, goods) : 0,
    site.orders > 0 ? shareOf(shop, site, goods, SITE_TIMES) : 0,
  )
  return { share, orders: Math.max(own.orders, near.orders), isKnown }
}

/** Below this share of a limit no proof is required. */
const SMALL_SHARE = 1 / 4
const FREE_ORDERS = 5
/** Many customers of an office share one address: this many more orders per doubling of the work. */
const ORDERS_A_LEVEL = 5
const HIGHEST_LEVEL = 4

/**
 * The throttle level (`attempt-limits.ts`) required for a large or repeated unpaid order; 0 for most orders, and for
 * customers who have paid before. Increases with the number of unpaid orders.
 */
export async function levelOfHold(
  shop: Pick<Platform, 'db'> & WithSettings<OrderSettings>,
  holder: Holder,
  goods: Goods,
): Promise<number> {
  if (!isHoldLimited(shop)) return 0
  const { share, orders, isKnown } = await fullest(shop, shop.db, holder, goods)
  // An order above the limit is refused anyway, so no proof or wait is required.
  if (isKnown || share > 1 || (share <= SMALL_SHARE && orders < FREE_ORDERS)) return 0
  return Math.min(HIGHEST_LEVEL, 1 + Math.max(0, Math.floor((orders - FREE_ORDERS) / ORDERS_A_LEVEL)))
}
