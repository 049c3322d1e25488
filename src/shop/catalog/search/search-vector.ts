import { type SQL, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../../platform/database/connect.ts'

const MAX_TEXT_LENGTH = 50_000

/** A text as bare words: lower case, without accents, tags and punctuation. `tokenize.ts` normalizes searches the same way. */
export const normalizedWords = (text: SQL): SQL =>
  sql`regexp_replace(unaccent_lower(regexp_replace(left(${text}, ${sql.raw(String(MAX_TEXT_LENGTH))}), '<[^>]*>', ' ', 'g')), '[^[:alnum:]]+', ' ', 'g')`

/** Whole words and their stems, so that prefixes match while a word is being typed. */
const wordsAndStems = (text: SQL): SQL =>
  sql`(to_tsvector('english_unaccent', ${text}) || to_tsvector('simple', ${text}))`

/** SKUs get a prefix that no word has: a search for 'tea' must not match every SKU like 'TEA-12'. */
const skus: SQL = sql`array_to_tsvector(array(
  select distinct '#' || lower(of.sku) from products of
  where (of.id = products.id or of.parent_id = products.id) and of.sku <> ''))`

/**
 * Bare words of the names of some products and of their terms and parent terms, read as words and as stems. Each term
 * is normalized once, however many products have it. `where` is about `products` and `entries`.
 */
export const namedProducts = (where: SQL): SQL => sql`
  with chosen as materialized (
    select products.id, entries.title from products join entries on entries.id = products.id where ${where}
  ), term_words as materialized (
    select terms.id, ${normalizedWords(sql`concat_ws(' ', terms.name, above.name)`)} as words
    from terms left join terms above on above.id = terms.parent_id
    where terms.id in (select term_id from chosen join entry_terms on entry_id = chosen.id)
  ), term_names as (
    select entry_id, string_agg(words, ' ' order by term_id) as words
    from chosen join entry_terms on entry_id = chosen.id join term_words on term_words.id = term_id group by entry_id
  )
  select chosen.id, ${normalizedWords(sql`chosen.title`)} as title, coalesce(term_names.words, '') as terms
  from chosen left join term_names on entry_id = chosen.id`

/**
 * Weight A: name and SKUs; B: categories, tags, brands and attribute values; C: subtitle and tea facts; D: texts. `named`
 * is one of the `namedProducts`.
 */
export const searchVector: SQL = sql`
  setweight(${wordsAndStems(sql`named.title`)}, 'A') || ${skus} ||
  setweight(${wordsAndStems(sql`named.terms`)}, 'B') ||
  setweight(to_tsvector('english_unaccent', ${normalizedWords(sql`concat_ws(' ', products.subtitle, products.facts->>'kind',
    products.facts->>'origin', products.facts->>'country', products.facts->>'cultivar', products.facts->>'harvest')`)}), 'C') ||
  setweight(to_tsvector('english_unaccent', ${normalizedWords(sql`case when entries.password = '' then concat_ws(' ', entries.excerpt, entries.content) else '' end`)}), 'D')`

/** Without numbers and words too short to be misspelt. */
export const isIndexedWord: SQL = sql`length(word) between 3 and 40 and word ~ '[[:alpha:]]'`

/** Names of the terms of a row named `products`, and of their parents. */
const termNames: SQL = sql`coalesce((
  select string_agg(concat_ws(' ', terms.name, above.name), ' ')
  from entry_terms join terms on terms.id = entry_terms.term_id left join terms above on above.id = terms.parent_id
  where entry_terms.entry_id = products.id), '')`

/** Reads product by product: without statistics, the planner may choose a join that takes hours. */
const indexedWords: SQL = sql`
  select distinct products.id, word
  from products join entries on entries.id = products.id,
    string_to_table(${normalizedWords(sql`concat_ws(' ', entries.title, ${termNames})`)}, ' ') as word
  where ${isIndexedWord} and products.search_vector is not null`

/** Recounts how many products have each word, and deletes words that none has. */
export async function recountWords(db: Db | Tx): Promise<void> {
  await db.execute(sql`
    with counted as (select word, count(*)::int as product_count from (${indexedWords}) named group by word),
    deleted as (delete from search_words where not exists (select from counted where counted.word = search_words.word))
    insert into search_words (word, product_count) select word, product_count from counted order by word
    on conflict (word) do update set product_count = excluded.product_count where search_words.product_count <> excluded.product_count`)
}
