import type { ClientBase, QueryConfig } from 'pg'

/** From this use on a statement is kept by the server, which then neither reads nor plans it again. */
const PREPARE_FROM_USE = 3
/** Each name costs every connection memory in the server, so only what is asked over and over gets one. */
const MAX_STATEMENTS = 120
/** Longer texts are lists of rows being written in one go, which hardly ever come twice. */
const MAX_TEXT_LENGTH = 4000
/** Texts that are counted while they have no name yet; beyond that the counting begins anew. */
const MAX_COUNTED = 1000

const statementNames = new Map<string, string>()
let useCounts = new Map<string, number>()

/** The name a statement's text goes by, or undefined while it has not been used often enough. */
function statementName(text: string): string | undefined {
  const existing = statementNames.get(text)
  if (existing !== undefined || statementNames.size >= MAX_STATEMENTS || text.length > MAX_TEXT_LENGTH) return existing
  const count = (useCounts.get(text) ?? 0) + 1
  if (count < PREPARE_FROM_USE) {
    if (useCounts.size >= MAX_COUNTED) useCounts = new Map()
    useCounts.set(text, count)
    return undefined
  }
  useCounts.delete(text)
  const name = `samovar_${statementNames.size + 1}`
  statementNames.set(text, name)
  return name
}

/**
 * Makes a connection run what is asked often as a prepared statement: planning the query behind a product page takes
 * longer than running it. Only statements with parameters; the others are commands such as `begin`.
 */
export function prepareFrequentStatements(client: ClientBase): void {
  const query = client.query.bind(client) as (...args: readonly unknown[]) => unknown
  const queryNamed = (config: unknown, values?: unknown, ...rest: readonly unknown[]): unknown => {
    const name =
      isUnnamedQuery(config) && Array.isArray(values) && values.length > 0 ? statementName(config.text) : undefined
    return query(name === undefined ? config : { ...(config as QueryConfig), name }, values, ...rest)
  }
  client.query = queryNamed as typeof client.query
}

/** A query as Drizzle hands it over: an object with a text, and no name of its own. */
const isUnnamedQuery = (config: unknown): config is { text: string } =>
  typeof config === 'object' &&
  config !== null &&
  'text' in config &&
  typeof config.text === 'string' &&
  !('name' in config && config.name !== undefined)
