import { desc, eq, type SQL, sql } from 'drizzle-orm'
import { type Db, idArray, type Tx } from '../../platform/database/connect.ts'
import { type AtRate, toShopCurrency } from '../../platform/money/exchange.ts'
import { addressHash, deliveryAddress, isClosedUnpaid, isUnpaid, type orders } from '../orders/orders.table.ts'
import { fraudAssessments } from './fraud.table.ts'
import * as fraud from './fraud-rules.ts'

export type StoredAssessment = typeof fraudAssessments.$inferSelect

type FactsRow = Omit<fraud.FraudFacts, 'card'> &
  AtRate & {
    orderId: number
    fingerprint: string | null
    country: string | null
    postalCheck: string | null
    hasCard: boolean
  }

/** Leaves out orders cancelled because their cart changed before payment: each change places another order. */
const isPlaced = sql`(e.invoice_number is not null or e.status <> 'cancelled')`
const within = (hours: number) =>
  sql`e.created_at between o.created_at - make_interval(hours => ${hours}::int) and o.created_at`
const ofCustomer = sql`e.customer_id = o.customer_id`
const ofEmail = sql`e.canonical_billing_email <> '' and e.canonical_billing_email = o.canonical_billing_email`
const ofCart = sql`e.cart_id = o.cart_id`
const ofNetwork = sql`e.client_network <> '' and e.client_network = o.client_network`
const sameBuyer = [ofCustomer, ofEmail]
const sameCart = [...sameBuyer, sql`${ofCart} and e.status <> 'cancelled'`, sql`${ofCart} and e.status = 'cancelled'`]
/** Only unpaid orders count by network: colleagues share one, and their paid orders are no sign of fraud. */
const unpaidFromNetwork = [sql`${ofNetwork} and ${isUnpaid}`, sql`${ofNetwork} and ${isClosedUnpaid}`]
/**
 * Orders of the last hours that match one of `conditions`. Each condition is looked up in an index of its own: a payment
 * must not read all orders of a busy day.
 */
const recentOrders = (conditions: readonly SQL[], hours: number) => {
  const lookups = conditions.map(
    (condition) => sql`select e.id, e.invoice_number, e.status, e.customer_id, e.canonical_billing_email
      from orders e where ${within(hours)} and ${condition}`,
  )
  return sql.join(lookups, sql` union `)
}
/** Attempts with a card for these orders, without cards that have paid an order of the buyer, and the card itself. */
const triedFor = (conditions: readonly SQL[], hours: number) => sql`
  select c.fingerprint union all
  select t.card_fingerprint from fraud_assessments t join (${recentOrders(conditions, hours)}) e on e.id = t.order_id
  where t.card_fingerprint is not null and not exists (
    select from payments p join orders paid on paid.id = p.order_id
    where p.card_fingerprint = t.card_fingerprint and paid.paid_at is not null
      and (paid.id = e.id or paid.customer_id = e.customer_id or paid.canonical_billing_email = e.canonical_billing_email))`
/** An address that is unknown or was removed is none. */
const hasAddress = sql`(o.anonymised_at is null and ${deliveryAddress('o.')}->>'address1' <> '')`
const paidBefore = (condition: SQL) =>
  sql`exists (select from orders e where e.paid_at < o.created_at and e.id <> o.id and ${condition})`

/** Facts at the time of each order. `card` is about to be charged; if omitted, the stored one counts. */
export async function factsOf(
  db: Db | Tx,
  orderIds: readonly number[],
  rules: fraud.FraudRules,
  card?: fraud.CardFacts | null,
) {
  const facts = card === undefined ? null : card
  const cards =
    card === undefined
      ? sql`select p.card_fingerprint as fingerprint, p.card_country as country, p.card_postal_check as postal_check,
          p.card_last4 is not null as has_card
        from payments p where p.order_id = o.id order by p.id desc limit 1`
      : sql`select ${facts?.fingerprint ?? null}::text as fingerprint, ${facts?.country ?? null}::text as country,
          ${facts?.postalCheck ?? null}::text as postal_check, ${facts !== null}::boolean as has_card`
  const { cardVelocity, cardTesting, addressVelocity, accountVelocity } = rules
  const { rows } = await db.execute<FactsRow>(sql`
    select o.id as "orderId", o.total_cents as "totalCents", o.currency, o.exchange_rate as "exchangeRate", o.billing->>'country' as "billingCountry",
      case when exists (select from order_shipping_lines l where l.order_id = o.id and l.rate_id not like 'local_pickup%')
        then coalesce(o.shipping->>'country', '') else '' end as "shippingCountry",
      c.fingerprint, c.country, c.postal_check as "postalCheck", coalesce(c.has_card, false) as "hasCard",
      not (${paidBefore(ofCustomer)} or ${paidBefore(sql`lower(e.billing->>'email') = lower(o.billing->>'email')`)})
        as "isFirstOrder",
      (select count(*)::int from orders e where e.id <> o.id and ${within(cardVelocity.hours)} and ${isPlaced} and e.id in (
        select t.order_id from payments t where t.card_fingerprint = c.fingerprint
        union select t.order_id from fraud_assessments t where t.card_fingerprint = c.fingerprint)) + 1 as "ordersWithCard",
      of_cart.cards as "cardsTried", greatest(of_cart.tries, 1) as "triesOfCard", of_network.cards as "cardsOfNetwork",
      (select count(*)::int from orders e where e.id <> o.id and ${within(addressVelocity.hours)} and ${isPlaced}
        and ${hasAddress} and ${addressHash('e.')} = ${addressHash('o.')}) + 1 as "ordersToAddress",
      (select count(*)::int from (${recentOrders(sameBuyer, accountVelocity.hours)}) e
        where e.id <> o.id and ${isPlaced}) + 1 as "ordersOfBuyer"
    from orders o left join lateral (${cards}) c on true
    cross join lateral (select count(distinct t.fingerprint)::int as cards,
      (count(*) filter (where t.fingerprint = c.fingerprint))::int as tries
      from (${triedFor(sameCart, cardTesting.hours)}) t) of_cart
    cross join lateral (select count(distinct t.fingerprint)::int as cards
      from (${triedFor(unpaidFromNetwork, cardTesting.hours)}) t) of_network
    where o.id = any(${idArray(orderIds)})`)
  return new Map(rows.map(({ orderId, ...row }) => [orderId, toFacts(row)]))
}

function toFacts({ fingerprint, country, postalCheck, hasCard, ...row }: Omit<FactsRow, 'orderId'>): fraud.FraudFacts {
  const { currency, exchangeRate, totalCents, ...facts } = row
  return {
    ...facts,
    totalCents: toShopCurrency(totalCents, { currency, exchangeRate }),
    card: hasCard ? { fingerprint, country, postalCheck } : null,
  }
}

type NewAssessment = Omit<StoredAssessment, 'id' | 'createdAt'> & { readonly now: Date }

export async function insertAssessment(db: Db | Tx, { now, ...assessment }: NewAssessment): Promise<void> {
  await db.insert(fraudAssessments).values({ ...assessment, createdAt: now })
}

/** Assessments of an order, newest first. */
export const assessmentsOf = (db: Db | Tx, orderId: number): Promise<StoredAssessment[]> =>
  db.select().from(fraudAssessments).where(eq(fraudAssessments.orderId, orderId)).orderBy(desc(fraudAssessments.id))

type PastOrder = Pick<typeof orders.$inferSelect, 'id' | 'createdAt' | 'totalCents' | 'currency' | 'status'> & {
  readonly isOffline: boolean
}

/** Orders with a provider payment since `since`, newest first; `withOffline` adds accepted orders without one. */
export async function pastOrders(db: Db, since: Date, limit: number, withOffline: boolean): Promise<PastOrder[]> {
  const { rows } = await db.execute<Omit<PastOrder, 'createdAt'> & { createdAt: string }>(sql`
    select o.id, o.created_at as "createdAt", o.total_cents as "totalCents", o.currency, o.status,
      not exists (select from payments p where p.order_id = o.id) as "isOffline" from orders o
    where o.created_at >= ${since.toISOString()}::timestamptz
      and (exists (select from payments p where p.order_id = o.id)
        or (${withOffline}::boolean and o.invoice_number is not null and o.total_cents > 0))
    order by o.created_at desc, o.id desc limit ${limit}`)
  return rows.map((row) => ({ ...row, createdAt: new Date(row.createdAt) }))
}

const MAX_ORDERS = 1000
/** Keeps one statement well below its time limit. */
const BATCH_SIZE = 100

export type FlaggedOrder = PastOrder & fraud.FraudAssessment

/** Applies the rules to past orders with the facts of their time. `withOffline` adds orders without the provider. */
export async function tryRules(db: Db, rules: fraud.FraudRules, since: Date, withOffline: boolean) {
  const past = await pastOrders(db, since, MAX_ORDERS, withOffline)
  const flagged: FlaggedOrder[] = []
  for (let start = 0; start < past.length; start += BATCH_SIZE) {
    const batch = past.slice(start, start + BATCH_SIZE)
    const ids = batch.map(({ id }) => id)
    const facts = await factsOf(db, ids, rules)
    for (const order of batch) {
      const orderFacts = facts.get(order.id)
      if (!orderFacts) continue
      const { isOffline } = order
      const assessment = fraud.assess({ ...orderFacts, isOffline }, isOffline ? fraud.rulesWithoutCard(rules) : rules)
      if (assessment.action !== 'off') flagged.push({ ...order, ...assessment })
    }
  }
  return { total: past.length, flagged }
}
