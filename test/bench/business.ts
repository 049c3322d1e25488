/**
 * npm run bench -- business: lists, searches and reports of a shop with 1,000,000 orders and 200,000 customers, and
 * whether placing an order is slower there. Exits with 1 when a bound is missed. docs/benchmarks.md says what is
 * measured and why.
 */
import type { ShopProcess } from '../running/shop-process.ts'
import { addManyOrders } from '../support/many-orders.ts'
import { measurePlaceOrder, type PlaceOrderTimes, placeOrderText } from './order-flow.ts'
import { get, measureScreens, one, print, type Scenario, withFilledShop } from './screens.ts'

const orderCount = Number(process.env.SAMOVAR_BENCH_SIZES ?? 1_000_000)
const customerCount = Math.ceil(orderCount / 5)
/** Bound for placing an order, as a multiple of the time in a shop with a thousand orders. */
const maxSlowdown = 1.3

const orders = '/wp-json/wc/v3/orders'
const customers = '/wp-json/wc/v3/customers'
const payments = '/wp-json/samovar/v1/payments'
const analytics = '/wp-json/samovar/v1/analytics'
const screen = `${orders}?per_page=20`
const day = (daysAgo: number): string => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10)

export const businessScenarios: readonly Scenario[] = [
  get('orders', () => screen),
  get('a page of orders', (round) => `${screen}&page=${round + 2}`),
  get('of a status', (round) => `${screen}&status=${one(['processing', 'completed', 'cancelled', 'on-hold'], round)}`),
  get('between two days', (round) => `${screen}&after=${day(40 + round)}T00:00:00&before=${day(10 + round)}T00:00:00`),
  get('of a customer', (round) => `${screen}&customer=${10_000_000 + 1 + round}`),
  get('of a product', (round) => `${screen}&product=${1 + (round % 100)}`),
  get('search by number', (round) => `${screen}&search=${10_000_000 + 1 + round * 991}`),
  get('search by name', (round) => `${screen}&search=Bloom-${27 + round * 13}`),
  get('search by a common name', (round) => `${screen}&search=${one(['Ada', 'Leaf', 'Bloom', 'Toronto'], round)}`),
  get('search by email', (round) => `${screen}&search=buyer${1 + round * 101}@many.test`),
  get('search by item', (round) => `${screen}&search=Gyokuro%20${round % 97}`),
  get('search without a match', (round) => `${screen}&search=qwxz${round}`),
  get('one order', (round, ids) => `${orders}/${one(ids, round)}`),
  get('orders by status', () => '/wp-json/wc/v3/reports/orders/totals'),
  get('customers who paid', () => '/wp-json/wc/v3/reports/customers/totals'),
  get('the last page of orders', () => `${screen}&page=${Math.floor(orderCount / 20)}`),
  get('payments', (round) => `${payments}?per_page=20&page=${1 + round}`),
  get('payments of a card', (round) => `${payments}?per_page=20&search=${String(1000 + round * 211)}`),
  get('payment of an order', (round) => `${payments}?search=${10_000_000 + 2 + round * 990}`),
  get('payments that differ', () => `${payments}?status=differs`),
  get('unsettled payments', () => `${payments}?status=unsettled`),
  get('to do', () => '/wp-json/samovar/v1/to-do'),
  get('emails', (round) => `/wp-json/samovar/v1/mails?per_page=20&page=${1 + round}`),
  ...['revenue', 'orders', 'products', 'categories', 'coupons', 'taxes', 'customers', 'sources'].map((report) =>
    get(
      `report of ${report}`,
      (round) => `${analytics}?report=${report}&after=${day(365 + round)}&before=${day(0)}&interval=month`,
    ),
  ),
  get('customers', () => `${customers}?per_page=20`),
  get('search of customers', (round) => `${customers}?per_page=20&search=Kettle-${round * 7}`),
]

const paymentTypes = ['bank', 'card'] as const
type Placing = Readonly<Record<(typeof paymentTypes)[number], PlaceOrderTimes>>

const measurePlacing = async (shop: ShopProcess): Promise<Placing> => ({
  bank: await measurePlaceOrder(shop),
  card: await measurePlaceOrder(shop, 'card'),
})

export const measureBusiness = (): Promise<number> =>
  withFilledShop<Placing>(
    (db) =>
      addManyOrders(db, { customers: customerCount, orders: orderCount, now: new Date() }, (done, of) =>
        print(`${done} of ${of} orders`),
      ),
    {
      before: measurePlacing,
      async after(shop, before) {
        const name = `${orderCount} orders`
        const screens = await measureScreens(shop, businessScenarios, { name, screen, idsAt: `${orders}?per_page=100` })
        const placing = await measurePlacing(shop)
        const slowdowns = paymentTypes.map((by) => {
          const slowdown = before ? placing[by].p50 / before[by].p50 : 1
          print(placeOrderText(placing[by], by))
          print(`Placing an order takes ${slowdown.toFixed(2)} times as long as before; ${maxSlowdown} allowed`)
          return slowdown
        })
        return slowdowns.some((slowdown) => slowdown > maxSlowdown) ? 1 : screens
      },
    },
  )
