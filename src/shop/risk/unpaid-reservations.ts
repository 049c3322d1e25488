import { sql } from 'drizzle-orm'
import type { Address } from '../../people/addresses/address.ts'
import type { Db, Tx } from '../../platform/database/connect.ts'
import { toShopCurrency } from '../../platform/money/exchange.ts'
import { networkOf } from '../../platform/web/client-address.ts'
import type { Cart } from '../cart/cart.store.ts'
import type { StockItem } from '../inventory/stock.ts'
import { stockItemsOf } from '../orders/order-stock.ts'
import type { Order } from '../orders/orders.store.ts'
import { isUnpaid } from '../orders/orders.table.ts'
import { shopCents } from '../orders/shop-cents.ts'
import { canonicalEmail } from '../pricing/canonical-email.ts'
import type { Total } from '../pricing/total.ts'
import type { OrderingContext } from './context.ts'

/* Limits unpaid orders, so that no shopper can reserve the whole stock for free (docs/decisions/unpaid-holds.md). */

export type Buyer = {
  readonly customerId: number | null
  readonly cartId: number | null
  readonly email: string
  readonly clientNetwork: string
}

export type Reservation = {
  readonly quantity: number
  readonly productIds: readonly number[]
  /** In cents of the shop's currency. */
  readonly cents: number
  readonly orderId?: number
}

/** A site (/48) may reserve this multiple of the limit of one of its networks. */
const SITE_LIMIT_FACTOR = 4
const SITE_PREFIX_LENGTH = '0000:0000:0000'.length
const hasSite = (clientNetwork: string): boolean => clientNetwork.includes(':')
const siteOf = (clientNetwork: string): string => clientNetwork.slice(0, SITE_PREFIX_LENGTH)

type BuyerFields = Omit<Buyer, 'email'> & { readonly billing: Pick<Address, 'email'> }

export const buyerOf = ({ customerId, cartId, billing, clientNetwork }: BuyerFields): Buyer => ({
  customerId,
  cartId,
  email: canonicalEmail(billing.email),
  clientNetwork,
})

export const networkName = (address: string): string => networkOf(address)?.network ?? ''

/** Serializes the orders of one buyer, so that the second sees the first. Must precede locks on orders or stock. */
export async function lockBuyer(tx: Tx, { customerId, email, clientNetwork }: Buyer): Promise<void> {
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

type UnpaidOrderRow = {
  id: number
  is_own: boolean
  is_near: boolean
  is_site: boolean
  cents: number
  pieces: number
  product_ids: number[]
}

type Usage = ReturnType<typeof usageOf>

const usageOf = (rows: readonly UnpaidOrderRow[]) => ({
  orders: rows.length,
  quantity: rows.reduce((sum, row) => sum + row.pieces, 0),
  productIds: new Set(rows.flatMap((row) => row.product_ids)),
  cents: rows.reduce((sum, row) => sum + row.cents, 0),
})

/** Unpaid reservations of this buyer, network and site. Only their own count for customers who paid before. */
async function unpaidReservations(db: Db | Tx, { customerId, cartId, email, clientNetwork }: Buyer, excludedId = 0) {
  const isSite = hasSite(clientNetwork)
  // One indexed lookup per known value: with a single `or` condition and outdated statistics, PostgreSQL reads all
  // unpaid orders, of which a shop may have thousands.
  const lookups = [
    ...(customerId === null ? [] : [sql`customer_id = ${customerId}::int`]),
    ...(email === '' ? [] : [sql`canonical_billing_email = ${email} and canonical_billing_email <> ''`]),
    ...(cartId === null ? [] : [sql`cart_id = ${cartId}`]),
    ...(clientNetwork === '' ? [] : [sql`client_network = ${clientNetwork} and client_network <> ''`]),
    ...(isSite ? [sql`client_network like ${`${siteOf(clientNetwork)}%`} and client_network <> ''`] : []),
  ].map((condition) => sql`select id from orders where ${condition} and ${isUnpaid}`)
  if (lookups.length === 0) lookups.push(sql`select 0`)
  const { rows } = await db.execute<UnpaidOrderRow>(sql`
    select orders.id, ${shopCents(sql`orders.items_total_cents`)}::int as cents,
      sum(l.quantity)::int as pieces, array_agg(coalesce(nullif(l.variation_id, 0), l.product_id)) as product_ids,
      coalesce(orders.customer_id = ${customerId}::int, false) or (${customerId}::int is null
        and ((${email} <> '' and orders.canonical_billing_email = ${email}) or orders.cart_id = ${cartId})) as is_own,
      ${clientNetwork} <> '' and orders.client_network = ${clientNetwork} as is_near,
      ${isSite} and left(orders.client_network, ${SITE_PREFIX_LENGTH}) = ${siteOf(clientNetwork)} as is_site
    from (${sql.join(lookups, sql` union `)}) as unpaid (id) join orders using (id) join order_lines l on l.order_id = orders.id
    where orders.holds_stock and orders.total_cents > 0 and orders.id is distinct from ${excludedId}::int
    group by orders.id`)
  const isKnownCustomer = customerId !== null && (await hasPaid(db, customerId))
  return {
    isKnownCustomer,
    sameBuyer: usageOf(rows.filter((row) => row.is_own)),
    sameNetwork: usageOf(isKnownCustomer ? [] : rows.filter((row) => row.is_near)),
    sameSite: usageOf(isKnownCustomer ? [] : rows.filter((row) => row.is_site)),
  }
}

async function hasPaid(db: Db | Tx, customerId: number): Promise<boolean> {
  const { rows } = await db.execute(
    sql`select 1 from orders where customer_id = ${customerId} and paid_at is not null limit 1`,
  )
  return rows.length > 0
}

/** Highest share of any limit used (1 = full), this request included. A limit of 0 is disabled. */
function usageShare(shop: OrderingContext, usage: Usage, reservation: Reservation, limitFactor = 1): number {
  const { maxPieces, maxProducts, maxCents } = shop.settings().unpaidHold
  const shares = [
    [usage.quantity + reservation.quantity, maxPieces],
    [new Set([...usage.productIds, ...reservation.productIds]).size, maxProducts],
    [usage.cents + reservation.cents, maxCents],
  ] as const
  return Math.max(0, ...shares.map(([value, max]) => (max === 0 ? 0 : value / (max * limitFactor))))
}

export const isReservationLimited = (shop: OrderingContext): boolean =>
  Object.values(shop.settings().unpaidHold).some((max) => max > 0)

export const canReserve = async (shop: OrderingContext, tx: Db | Tx, buyer: Buyer, reservation: Reservation) =>
  !isReservationLimited(shop) || (await maxUsage(shop, tx, buyer, reservation)).share <= 1

export const isWithinReservationLimit = (shop: OrderingContext, tx: Tx, order: Order): Promise<boolean> =>
  canReserve(shop, tx, buyerOf(order), reservationOfOrder(order))

export const reservationOfItems = (items: readonly StockItem[]): Omit<Reservation, 'cents'> => ({
  quantity: items.reduce((sum, item) => sum + item.quantity, 0),
  productIds: items.map((item) => item.productId),
})

export const reservationOfCart = ({ lines }: Pick<Cart, 'lines'>, total: Total): Reservation => ({
  ...reservationOfItems(lines.map(({ sellable, quantity }) => ({ productId: sellable.id, quantity }))),
  cents: toShopCurrency(total.itemsTotalCents, total),
})

export const reservationOfOrder = (order: Order): Reservation => ({
  ...reservationOfItems(stockItemsOf(order)),
  cents: toShopCurrency(order.itemsTotalCents, order),
  orderId: order.id,
})

async function maxUsage(shop: OrderingContext, db: Db | Tx, buyer: Buyer, reservation: Reservation) {
  const { sameBuyer, sameNetwork, sameSite, isKnownCustomer } = await unpaidReservations(db, buyer, reservation.orderId)
  const share = Math.max(
    usageShare(shop, sameBuyer, reservation),
    sameNetwork.orders > 0 ? usageShare(shop, sameNetwork, reservation) : 0,
    sameSite.orders > 0 ? usageShare(shop, sameSite, reservation, SITE_LIMIT_FACTOR) : 0,
  )
  return { share, orders: Math.max(sameBuyer.orders, sameNetwork.orders), isKnownCustomer }
}

const FREE_SHARE = 1 / 4
const FREE_ORDERS = 5
/** Further orders per doubling of the work: customers in an office share one address. */
const ORDERS_PER_LEVEL = 5
const MAX_LEVEL = 4

/** The throttle level (`attempt-limits.ts`) of a large or repeated unpaid order; usually 0. */
export async function reservationLevel(shop: OrderingContext, buyer: Buyer, reservation: Reservation): Promise<number> {
  if (!isReservationLimited(shop)) return 0
  const { share, orders, isKnownCustomer } = await maxUsage(shop, shop.db, buyer, reservation)
  // An order above the limit is refused in any case, so no proof or wait is required.
  if (isKnownCustomer || share > 1 || (share <= FREE_SHARE && orders < FREE_ORDERS)) return 0
  return Math.min(MAX_LEVEL, 1 + Math.max(0, Math.floor((orders - FREE_ORDERS) / ORDERS_PER_LEVEL)))
}
