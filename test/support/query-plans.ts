/** Captures the statements of some work from the driver, and reads their plans. */
import pg from 'pg'
import { vi } from 'vitest'

type QueryCall = readonly [string | { text: string; values?: unknown[] }, unknown[] | undefined]
type Sent = { readonly text: string; readonly values: readonly unknown[] }

/** The distinct statements executed during `work`. */
async function statementsOf(work: () => Promise<unknown>): Promise<Sent[]> {
  const driver = vi.spyOn(pg.Client.prototype, 'query')
  await work()
  const calls = driver.mock.calls as unknown as QueryCall[]
  driver.mockRestore()
  const sent = new Map<string, Sent>()
  for (const [statement, values] of calls) {
    const text = typeof statement === 'string' ? statement : statement.text
    const parameters = values ?? (typeof statement === 'string' ? [] : (statement.values ?? []))
    if (/^\s*(select|with|update|delete|insert)/i.test(text)) sent.set(text, { text, values: parameters })
  }
  return [...sent.values()]
}

type Node = { 'Node Type': string; 'Relation Name'?: string; Plans?: Node[] }

/** Large tables read sequentially in any plan of the statement. */
async function sequentialScans(
  pool: pg.Pool,
  bigTables: ReadonlySet<string>,
  { text, values }: Sent,
): Promise<string[]> {
  const explained = async (query: string, parameters: unknown[]): Promise<Node> => {
    const { rows } = await pool.query<{ 'QUERY PLAN': { Plan: Node }[] }>({ text: query, values: parameters })
    const [first] = rows[0]?.['QUERY PLAN'] ?? []
    if (!first) throw new Error(`No plan for ${query}`)
    return first.Plan
  }
  const scansIn = (node: Node): string[] => {
    const table = node['Relation Name']
    const isWhole = node['Node Type'] === 'Seq Scan' && table !== undefined && bigTables.has(table)
    return [...(isWhole ? [table] : []), ...(node.Plans ?? []).flatMap(scansIn)]
  }
  // Both the custom plan for these values and the generic plan of a prepared statement.
  return [
    ...scansIn(await explained(`explain (format json) ${text}`, [...values])),
    ...scansIn(await explained(`explain (format json, generic_plan) ${text}`, [])),
  ]
}

type Where = { readonly pool: pg.Pool; readonly bigTables: ReadonlySet<string> }

/** How many statements `work` sends, and which of them read a large table sequentially. */
export async function sequentialScansOf(work: () => Promise<unknown>, { pool, bigTables }: Where) {
  const sent = await statementsOf(work)
  const scans: string[] = []
  for (const statement of sent) {
    for (const table of await sequentialScans(pool, bigTables, statement)) scans.push(`${table}: ${statement.text}`)
  }
  return { statements: sent.length, scans }
}

/** Blocks of tables and indexes that the statements of `work` read, from memory or disk. */
export async function blocksReadBy(work: () => Promise<unknown>, pool: pg.Pool): Promise<number> {
  const plans = await executedPlans(work, pool)
  return plans.reduce((sum, plan) => sum + plan['Shared Hit Blocks'] + plan['Shared Read Blocks'], 0)
}

/** Rows that scans of the statements of `work` return or reject, each as often as it is looked at. */
export async function rowsScannedBy(work: () => Promise<unknown>, pool: pg.Pool): Promise<number> {
  const scanned = (plan: ExecutedPlan): number => {
    const own = /Scan$/.test(plan['Node Type']) ? plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0) : 0
    return (plan.Plans ?? []).reduce((sum, part) => sum + scanned(part), own * plan['Actual Loops'])
  }
  return (await executedPlans(work, pool)).reduce((sum, plan) => sum + scanned(plan), 0)
}

type ExecutedPlan = Readonly<
  Record<'Shared Hit Blocks' | 'Shared Read Blocks' | 'Actual Rows' | 'Actual Loops', number>
> & {
  readonly 'Node Type': string
  readonly 'Rows Removed by Filter'?: number
  readonly Plans?: readonly ExecutedPlan[]
}

async function executedPlans(work: () => Promise<unknown>, pool: pg.Pool): Promise<ExecutedPlan[]> {
  const plans: ExecutedPlan[] = []
  for (const { text, values } of await statementsOf(work)) {
    if (!/^\s*(select|with)/i.test(text)) continue
    const { rows } = await pool.query<{ 'QUERY PLAN': { Plan: ExecutedPlan }[] }>({
      text: `explain (analyze, buffers, format json) ${text}`,
      values: [...values],
    })
    plans.push(...(rows[0]?.['QUERY PLAN'] ?? []).map(({ Plan }) => Plan))
  }
  return plans
}
