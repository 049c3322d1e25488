import type { QueryConfig } from 'pg'

/** A statement is prepared from this use on, which saves parsing and planning. */
const PREPARE_FROM_USE = 3
/** Each prepared statement costs memory per connection, so only frequent ones are prepared. */
const MAX_STATEMENTS = 120
/** Longer statements are bulk inserts, which rarely repeat. */
const MAX_TEXT_LENGTH = 8000
/** Maximum number of tracked statements before the counters are reset. */
const MAX_TRACKED = 1000

const statementNames = new Map<string, string>()
let useCounts = new Map<string, number>()

/** The prepared name of a statement, or undefined if it was not used often enough. */
function statementName(text: string): string | undefined {
  const existing = statementNames.get(text)
  if (existing !== undefined || statementNames.size >= MAX_STATEMENTS || text.length > MAX_TEXT_LENGTH) return existing
  const count = (useCounts.get(text) ?? 0) + 1
  if (count < PREPARE_FROM_USE) {
    if (useCounts.size >= MAX_TRACKED) useCounts = new Map()
    useCounts.set(text, count)
    return undefined
  }
  useCounts.delete(text)
  const name = `samovar_${statementNames.size + 1}`
  statementNames.set(text, name)
  return name
}

/** A query with its name if it is frequent: planning the product page's takes longer than running it. */
export function withStatementName(query: unknown, values: unknown): unknown {
  const { text, name } = query as Partial<QueryConfig>
  if (text === undefined || name !== undefined || !Array.isArray(values) || values.length === 0) return query
  return { ...(query as QueryConfig), name: statementName(text) }
}
