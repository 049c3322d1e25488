import { expect } from 'vitest'
import { referenceIds } from '../support/reference-shop.ts'
import type { Item, ListedItems } from './listed-items.ts'
import { type Filter, nested, never, type Trial, type Trials, times } from './trials.ts'

/**
 * One item was created between this time in GMT and the same time in the shop's zone, so only `dates_are_gmt` includes
 * it.
 */
const gmt = (at: string): Filter => [`after=${at}&dates_are_gmt=true`, (item) => String(item.date_created_gmt) >= at]

/** What each parameter of the lists of WooCommerce does, except those that do the same in all. */
export function shopListTrials(items: ListedItems): readonly Trials[] {
  const { customer, call, order, webhooks, termLists, smoky, ofSimple } = items
  const orderPath = `/wc/v3/orders/${order.id}`
  const one = async (query: string) => (await call('GET', `${orderPath}?${query}`)).item
  /** Parameters for the representation of orders and refunds. */
  const shapes = (path: string, key: string, total: string, amounts: Readonly<Record<string, string>>) => {
    const first = async (query: string) => {
      const [item] = (await call('GET', `${path}?${query}`)).items
      return item as Item & { readonly meta_data: readonly { readonly key: string }[] }
    }
    const keys = async (query: string) => (await first(query)).meta_data.map((meta) => meta.key)
    return {
      async dp() {
        for (const [decimals, amount] of Object.entries(amounts))
          expect((await first(`orderby=id&order=asc&dp=${decimals}`))[total]).toBe(amount)
        expect((await call('GET', `${path}?dp=-1`)).status).toBe(400)
      },
      include_meta: async () => expect(await keys(`orderby=id&order=asc&include_meta=${key}`)).toEqual([key]),
      async exclude_meta() {
        const every = await keys('orderby=id&order=asc')
        expect(every).toContain(key)
        expect(await keys(`orderby=id&order=asc&exclude_meta=${key}`)).toEqual(every.filter((name) => name !== key))
      },
      // Hidden metadata of line items begins with _, and these items have none.
      order_item_display_meta: async () => expect(await one('order_item_display_meta=true')).toEqual(await one('')),
    }
  }

  /** A longer date range counts more. */
  function reportTrials(report: string, count: (items: Item[]) => number): Readonly<Record<string, Trial>> {
    const counted = async (query: string) => count((await call('GET', `/wc/v3/reports/${report}?${query}`)).items)
    const [none, all] = ['date_min=2020-01-01&date_max=2020-02-01', 'date_min=2026-01-01']
    return {
      period: async () => expect(await counted('period=year')).toBeGreaterThan(await counted(none)),
      date_min: async () => expect(await counted(all)).toBeGreaterThan(await counted(none)),
      date_max: async () => expect(await counted(`${all}&date_max=2026-01-02`)).toBe(0),
    }
  }

  return [
    {
      path: '/wc/v3/orders',
      trials: {
        ...times('2026-11-21T00:00:00', 'date_created_gmt', 'date_modified_gmt'),
        dates_are_gmt: gmt('2026-11-20T23:00:00'),
        search: ['search=bea', (item) => nested(item, 'billing', 'first_name') === 'Bea'],
        status: ['status=completed', (item) => item.status === 'completed'],
        customer: ['customer=0', (item) => item.customer_id === 0],
        product: ['product=131', (item) => (item.line_items as Item[]).some(({ product_id }) => product_id === 131)],
        created_via: ['created_via=store-api,other', (item) => item.created_via === 'store-api'],
        parent: [`parent=${order.id}`, never],
        parent_exclude: ['parent_exclude=0', never],
        ...shapes('/wc/v3/orders', '_wc_order_attribution_utm_source', 'total', {
          0: '149',
          1: '149.2',
          2: '149.17',
          4: '149.1700',
        }),
      },
    },
    {
      path: `${orderPath}/refunds`,
      trials: {
        ...times('2026-11-21T00:00:00', 'date_created_gmt', ''),
        modified_after: 'refused',
        modified_before: 'refused',
        dates_are_gmt: gmt('2026-11-21T12:00:00'),
        search: ['search=tin', (item) => item.reason === 'Broken tin'],
        parent: ['parent=1', never],
        parent_exclude: [`parent_exclude=${order.id}`, never],
        ...shapes(`${orderPath}/refunds`, '_samovar_refund_status', 'amount', { 0: '1', 1: '1.0', 3: '1.010' }),
      },
    },
    {
      path: `${orderPath}/notes`,
      trials: { type: ['type=customer', (item) => item.customer_note === true] },
    },
    {
      path: '/wc/v3/coupons',
      trials: {
        ...times('2026-11-19T13:00:00', 'date_created_gmt', 'date_modified_gmt'),
        dates_are_gmt: gmt('2026-11-19T10:00:00'),
        search: ['search=first flush', (item) => item.code === 'spring'],
        code: ['code=Winter', (item) => item.code === 'winter'],
        status: ['status=draft', (item) => item.status === 'draft'],
      },
    },
    {
      path: '/wc/v3/webhooks',
      trials: {
        ...times(String(webhooks[1]?.date_created_gmt), 'date_created_gmt', 'date_modified_gmt'),
        search: ['search=house', (item) => item.name === 'Warehouse'],
        status: ['status=paused', (item) => item.name === 'Warehouse'],
        async orderby() {
          for (const [sort, key] of [
            ['date', 'date_created_gmt'],
            ['id', 'id'],
            ['title', 'name'],
          ] as const)
            for (const order of ['asc', 'desc']) {
              const { items } = await call('GET', `/wc/v3/webhooks?orderby=${sort}&order=${order}`)
              const rising = items.map((item) => item[key]).toSorted()
              expect(items.map((item) => item[key])).toEqual(order === 'asc' ? rising : rising.toReversed())
            }
        },
      },
    },
    {
      path: '/wc/v3/customers',
      base: 'role=all',
      trials: {
        search: ['search=bloom', (item) => item.last_name === 'Bloom'],
        email: [`email=${customer.email}`, (item) => item.id === customer.id],
        role: ['role=editor', (item) => item.role === 'editor'],
      },
    },
    { path: '/wc/v3/products/attributes', trials: {} },
    ...Object.values(termLists).map((path) => {
      const isTree = path === termLists.categories || path === termLists.brands
      return {
        path,
        trials: {
          search: ['search=malt', (item: Item) => item.name === 'Malty'],
          slug: ['slug=smoky', (item: Item) => item.slug === 'smoky'],
          hide_empty: ['hide_empty=true', (item: Item) => Number(item.count) > 0],
          product: [
            `product=${referenceIds.simple}`,
            (item: Item) => (path === termLists.classes ? item.slug === 'malty' : ofSimple.has(item.id)),
          ],
          parent: [`parent=${smoky.get(path)}`, isTree ? (item: Item) => item.parent === smoky.get(path) : never],
        } satisfies Record<string, Trial>,
      }
    }),
    {
      path: '/wc/v3/products/reviews',
      base: 'status=all',
      trials: {
        after: ['after=2026-11-26T00:00:00Z', (item) => String(item.date_created_gmt) >= '2026-11-26'],
        before: ['before=2026-11-26T00:00:00Z', (item) => String(item.date_created_gmt) < '2026-11-26'],
        search: ['search=dora', (item) => item.reviewer === 'Dora'],
        status: ['status=hold', (item) => item.status === 'hold'],
        product: [`product=${referenceIds.variable}`, (item) => item.product_id === referenceIds.variable],
        reviewer: [`reviewer=${customer.id}`, (item) => item.reviewer === 'Elsa'],
        reviewer_exclude: [`reviewer_exclude=${customer.id}`, (item) => item.reviewer !== 'Elsa'],
        reviewer_email: ['reviewer_email=elsa@shop.test', (item) => item.reviewer === 'Elsa'],
      },
    },
    ...['', '/coupons/totals', '/customers/totals', '/orders/totals', '/products/totals', '/reviews/totals'].map(
      (report) => ({ path: `/wc/v3/reports${report}`, trials: {} }),
    ),
    { path: '/wc/v3/reports/sales', trials: reportTrials('sales', ([first]) => Number(first?.total_orders)) },
    { path: '/wc/v3/reports/top_sellers', trials: reportTrials('top_sellers', ({ length }) => length) },
  ]
}
