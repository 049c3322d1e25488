import { type SQL, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../platform/database/connect.ts'

const MAX_TEXT_LENGTH = 50_000

/** A text as bare words: lower case, without accents, tags and punctuation. `tokenize.ts` normalizes searches the same way. */
export const normalizedWords = (text: SQL): SQL =>
  sql`regexp_replace(unaccent_lower(regexp_replace(left(${text}, ${sql.raw(String(MAX_TEXT_LENGTH))}), '<[^>]*>', ' ', 'g')), '[^[:alnum:]]+', ' ', 'g')`

/** Whole words besides their stems, so that prefixes match while a word is being typed. */
const wordsAndStems = (text: SQL): SQL =>
  sql`(to_tsvector('english_unaccent', ${text}) || to_tsvector('simple', ${text}))`

/** Names of the terms of a row named `products`, and of their parents. */
const termNames: SQL = sql`coalesce((
  select string_agg(concat_ws(' ', terms.name, above.name), ' ')
  from entry_terms join terms on terms.id = entry_terms.term_id left join terms above on above.id = terms.parent_id
  where entry_terms.entry_id = products.id), '')`

/** With a prefix that no word has: a search for 'tea' must not match every SKU like 'TEA-12'. */
const skus: SQL = sql`array_to_tsvector(array(
  select distinct '#' || lower(of.sku) from products of
  where (of.id = products.id or of.parent_id = products.id) and of.sku <> ''))`

/** What of a product is worth normalizing once: it is read as words and as stems. */
export const namedColumns: SQL = sql`products.id, ${normalizedWords(sql`entries.title`)} as title, ${normalizedWords(termNames)} as terms`

/**
 * Weight A: name and SKUs; B: categories, tags, brands and attribute values; C: subtitle and tea facts; D: texts. `named`
 * has the `namedColumns`.
 */
export const searchVector: SQL = sql`
  setweight(${wordsAndStems(sql`named.title`)}, 'A') || ${skus} ||
  setweight(${wordsAndStems(sql`named.terms`)}, 'B') ||
  setweight(to_tsvector('english_unaccent', ${normalizedWords(sql`concat_ws(' ', products.subtitle, products.facts->>'kind',
    products.facts->>'origin', products.facts->>'country', products.facts->>'cultivar', products.facts->>'harvest')`)}), 'C') ||
  setweight(to_tsvector('english_unaccent', ${normalizedWords(sql`case when entries.password = '' then concat_ws(' ', entries.excerpt, entries.content) else '' end`)}), 'D')`

/** Without numbers and words too short to be misspelt. */
export const isIndexedWord: SQL = sql`length(word) between 3 and 40 and word ~ '[[:alpha:]]'`

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
