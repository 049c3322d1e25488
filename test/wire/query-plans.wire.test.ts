/** What the database does for the lists, searches and reports of a shop with many orders. */
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { businessScenarios } from '../bench/business.ts'
import { addManyOrders, FIRST_ORDER } from '../support/many-orders.ts'
import { openShop } from '../support/shop.ts'
import { createSignedInUser } from '../support/users.ts'

const ORDERS = 12_000
/** Of one table, for an answer: a page of rows and what belongs to it, or the newest that a search looks at first. */
const MAX_ROWS = 2000
/** Walks through the newest orders until it has counted some hundred matches. */
const commonSearches = ['search by a common name', 'search by item']

// Before the first connection, whose own `query` is made of it.
const driver = vi.spyOn(pg.Client.prototype, 'query')

const { app, db, pool, shop } = await openShop()
const { headers } = await createSignedInUser(shop, 'administrator')
await addManyOrders(db, { customers: ORDERS, orders: ORDERS, now: shop.now() })

/** They have a row for each order, buyer or day; the others have few in any shop. */
const large = ['orders', 'order_lines', 'order_search', 'order_notes', 'order_tax_lines', 'users', 'report_totals']

type Plan = {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly Plans?: readonly Plan[]
}

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

const rowsOf = (node: Plan): number =>
  (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']

/** What was asked of the database since the last look, as far as it only reads. */
function statements(): { readonly text: string; readonly values: readonly unknown[] }[] {
  return driver.mock.calls.flatMap((call) => {
    const [config, given] = call as unknown as [string | { text?: string; values?: unknown[] }, unknown]
    const { text = '', values = [] } = typeof config === 'string' ? { text: config } : config
    return /^\s*(select|with)\b/i.test(text) ? [{ text, values: Array.isArray(given) ? given : values }] : []
  })
}

test.each(businessScenarios.map((one) => [one.what, one] as const))(
  '%s of many orders: no table that grows with them is read whole',
  async (what, { ask }) => {
    const { path } = ask(3, [FIRST_ORDER + 7])
    // The first answer after a change brings totals up to date.
    expect((await app.request(path, { headers })).status).toBe(200)
    driver.mockClear()
    await app.request(path, { headers })
    const asked = statements()
    expect(asked.length).toBeGreaterThan(2)
    const faults: string[] = []
    for (const { text, values } of asked) {
      const { rows } = await pool.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(`explain (analyze, format json) ${text}`, [
        ...values,
      ])
      for (const node of nodesOf(rows[0]?.['QUERY PLAN'][0].Plan as Plan)) {
        const table = node['Relation Name'] ?? ''
        const isWhole = node['Node Type'] === 'Seq Scan'
        // A report reads the totals of its days, which are as many for any number of orders. Customers are counted by
        // an index alone.
        const isCount = table === 'users' && node['Node Type'] === 'Index Only Scan'
        const isBounded = isCount || table === 'report_totals' || commonSearches.includes(what)
        if (large.includes(table) && (isWhole || (!isBounded && rowsOf(node) > MAX_ROWS)))
          faults.push(`${node['Node Type']} of ${table}, ${rowsOf(node)} rows: ${text.slice(0, 300)}`)
      }
    }
    expect(faults).toEqual([])
  },
)
