import type { ClientBase, QueryConfig } from 'pg'

/** From this use on a statement is kept by the server, which then neither reads nor plans it again. */
const NAMED_FROM_USE = 3
/** Each name costs every connection memory in the server, so only what is asked over and over gets one. */
const MOST_NAMES = 120
/** Longer texts are lists of rows being written in one go, which hardly ever come twice. */
const LONGEST_TEXT = 4000
/** Texts that are counted while they have no name yet; beyond that the counting begins anew. */
const MOST_COUNTED = 1000

const names = new Map<string, string>()
let uses = new Map<string, number>()

/** The name a statement's text goes by, or undefined while it has not been used often enough. */
function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined || names.size >= MOST_NAMES || text.length > LONGEST_TEXT) return known
  const count = (uses.get(text) ?? 0) + 1
  if (count < NAMED_FROM_USE) {
    if (uses.size >= MOST_COUNTED) uses = new Map()
    uses.set(text, count)
    return undefined
  }
  uses.delete(text)
  const name = `samovar_${names.size + 1}`
  names.set(text, name)
  return name
}

/**
 * Makes a connection run what is asked often as a prepared statement: planning the query behind a product page takes
 * longer than running it. Only statements with parameters; the others are commands such as `begin`.
 */
export function nameStatements(client: ClientBase): void {
  const query = client.query.bind(client) as (...given: readonly unknown[]) => unknown
  const naming = (asked: unknown, values?: unknown, ...rest: readonly unknown[]): unknown => {
    const name = isNameless(asked) && Array.isArray(values) && values.length > 0 ? nameOf(asked.text) : undefined
    return query(name === undefined ? asked : { ...(asked as QueryConfig), name }, values, ...rest)
  }
  client.query = naming as typeof client.query
}

/** A query as Drizzle hands it over: an object with a text, and no name of its own. */
const isNameless = (asked: unknown): asked is { text: string } =>
  typeof asked === 'object' &&
  asked !== null &&
  'text' in asked &&
  typeof asked.text === 'string' &&
  !('name' in asked && asked.name !== undefined)
