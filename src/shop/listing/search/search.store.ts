import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../../platform/database/connect.ts'
import { type Candidate, tokenize } from './tokenize.ts'

/** A query per token and one per word, with equal text for a token of one word, so that it is run once. */
export type CompiledSearch = {
  readonly tokenQueries: readonly string[]
  readonly words: readonly { readonly plain: string; readonly query: string }[]
}

/** Products with this SKU as typed, in upper or in lower case; variations yield their product. */
const skuIdsSql = (search: string): SQL => {
  const sku = search.replaceAll('\0', '').trim()
  const spellings = [...new Set([sku, sku.toUpperCase(), sku.toLowerCase()])]
  return sql`select distinct coalesce(parent_id, id) from products where sku = any(${sql.param(spellings)}::text[])`
}

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`

export const joinQueries = (queries: readonly string[]): string => queries.map((query) => `(${query})`).join(' & ')

/**
 * Each token must match by its words, or as the prefix of a SKU; the last word also as a prefix. Stop words count only
 * alone.
 */
export async function compileSearch(db: Db, search: string) {
  const tokens = tokenize(search)
  const words = tokens.flatMap((piece, at) => piece.words.map((word) => ({ word, at })))
  if (words.length === 0) return { compiled: { tokenQueries: [], words: [] }, skuIds: [] }
  const { rows } = await db.execute<{ piece: number; plain: string; query: string | null; skuIds: number[] }>(sql`
    with typed as (
      select piece, nth, nth = ${words.length} as is_last,
        regexp_replace(unaccent_lower(word), '[^[:alnum:]]+', '', 'g') as plain
      from unnest(${sql.param(words.map(({ at }) => at))}::int[], ${sql.param(words.map(({ word }) => word))}::text[])
        with ordinality as given (piece, word, nth)
    ), stemmed as (
      select *, to_tsquery('english_unaccent', '''' || plain || '''' || case when is_last then ':*' else '' end) as stem,
        to_tsquery('simple', '''' || plain || '''' || case when is_last then ':*' else '' end) as whole
      from typed where plain <> ''
    )
    select piece, plain, case
        when numnode(stem) > 0 or (select bool_and(numnode(stem) = 0) from stemmed) then (stem || whole)::text
      end as query, array(${skuIdsSql(search)}) as "skuIds"
    from stemmed order by nth`)
  const compiled = rows.flatMap(({ piece, plain, query }) => (query === null ? [] : [{ piece, plain, query }]))
  const queries = [...Map.groupBy(compiled, (row) => row.piece)].map(([at, own]) => {
    const allWords = own.length === 1 ? (own[0]?.query ?? '') : joinQueries(own.map(({ query }) => query))
    const piece = tokens[at]
    // A plain word is matched as a complete SKU only, by a separate lookup.
    const isPlainWord = piece === undefined || (piece.words[0] === piece.text && !/\d/.test(piece.text))
    return isPlainWord ? allWords : `(${allWords}) | ${quoted(`#${piece.text}`)}:*`
  })
  return { compiled: { tokenQueries: queries, words: compiled }, skuIds: rows[0]?.skuIds ?? [] }
}

/** The query is joined, not inlined, so that common words use the GIN index too and one plan serves all searches. */
export async function matchingIds(db: Db, query: string): Promise<number[]> {
  // Aggregates the ids into one text instead of rows, which reads half a shop in a few milliseconds.
  const { rows } = await db.execute<{ ids: string }>(sql`
    select array(
      select products.id from (select ${query}::tsquery as query offset 0) asked, products
      where products.search_vector @@ asked.query)::text as ids`)
  const inside = rows[0]?.ids.slice(1, -1) ?? ''
  return inside === '' ? [] : inside.split(',').map(Number)
}

export async function matchingSubset(db: Db, query: string, ids: readonly number[]): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select id from products where id = any(${sql.param([...ids])}::int[]) and search_vector @@ ${query}::tsquery`)
  return rows.map((row) => row.id)
}

export async function idsBySku(db: Db, search: string): Promise<number[]> {
  const { rows } = await db.execute<{ ids: number[] }>(sql`select array(${skuIdsSql(search)}) as ids`)
  return rows[0]?.ids ?? []
}

/** Weights D to A: text, facts, terms, name. */
const WEIGHTS = '{0.02, 0.1, 0.4, 1.0}'

/** Ranks products: exact name or SKU first, then by weight and frequency of the words, then by sales. */
export async function rankedIds(
  db: Db,
  { ids, query, search, skuIds }: { ids: readonly number[]; query: string; search: string; skuIds: readonly number[] },
): Promise<number[]> {
  if (ids.length === 0) return []
  const { rows } = await db.execute<{ id: number }>(sql`
    select products.id from products join entries on entries.id = products.id
    where products.id = any(${sql.param([...ids])}::int[])
    order by products.id = any(${sql.param([...skuIds])}::int[]) desc,
      lower(entries.title) = lower(${search.replaceAll('\0', '')}) desc,
      ts_rank_cd(${WEIGHTS}::real[], products.search_vector, ${query}::tsquery) desc,
      products.total_sales desc, products.id`)
  return rows.map((row) => row.id)
}

/** Transposed letters share few trigrams with the right spelling: 'senhca' and 'sencha' have 0.27. */
const MIN_SIMILARITY = 0.12
const MAX_CANDIDATES = 60

/** Dictionary words similar to these. `set_config` runs in the same statement before the lookup and is limited to it. */
export async function similarWords(db: Db, words: readonly string[]): Promise<Map<string, Candidate[]>> {
  const { rows } = await db.execute<{ word: string; candidates: Candidate[] }>(sql`
    select typed.word, coalesce((
      select json_agg(json_build_object('word', alike.word, 'productCount', alike.product_count))
      from (
        select search_words.word, search_words.product_count from search_words
        where search_words.word % typed.word
        order by similarity(search_words.word, typed.word) desc, search_words.product_count desc
        limit ${MAX_CANDIDATES}
      ) alike), '[]') as candidates
    from (select set_config('pg_trgm.similarity_threshold', ${String(MIN_SIMILARITY)}, true) as threshold offset 0) setting,
      unnest(${sql.param([...words])}::text[]) as typed (word)
    where setting.threshold <> ''`)
  return new Map(rows.map((row) => [row.word, row.candidates]))
}
