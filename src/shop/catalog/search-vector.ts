import { type SQL, sql } from 'drizzle-orm'

/** Text beyond this length is not indexed. */
const MAX_TEXT_LENGTH = 50_000

/** A text as bare words: lower case, without accents, tags and punctuation. `tokenize.ts` normalizes searches the same way. */
export const normalizedWords = (text: SQL): SQL =>
  sql`regexp_replace(unaccent_lower(regexp_replace(left(${text}, ${sql.raw(String(MAX_TEXT_LENGTH))}), '<[^>]*>', ' ', 'g')), '[^[:alnum:]]+', ' ', 'g')`

/** Whole words besides their stems, so that prefixes match while a word is being typed. */
const wordsAndStems = (text: SQL): SQL =>
  sql`(to_tsvector('english_unaccent', ${text}) || to_tsvector('simple', ${text}))`

/** Names of the terms of a row named `products`, and of their parents. */
export const termNames: SQL = sql`coalesce((
  select string_agg(concat_ws(' ', terms.name, above.name), ' ')
  from entry_terms join terms on terms.id = entry_terms.term_id left join terms above on above.id = terms.parent_id
  where entry_terms.entry_id = products.id), '')`

/**
 * SKUs in lower case and as written, with a prefix that no word has: a search for 'tea' must not match every SKU like
 * 'TEA-12'.
 */
const skus: SQL = sql`array_to_tsvector(array(
  select distinct '#' || lower(of.sku) from products of
  where (of.id = products.id or of.parent_id = products.id) and of.sku <> ''))`

/**
 * Search vector for rows named `products` and `entries`. Weight A: name, and SKUs of product and variations; B:
 * categories, tags, brands and attribute values; C: subtitle and tea facts; D: texts.
 */
export const searchVector: SQL = sql`
  setweight(${wordsAndStems(normalizedWords(sql`entries.title`))}, 'A') || ${skus} ||
  setweight(${wordsAndStems(normalizedWords(termNames))}, 'B') ||
  setweight(to_tsvector('english_unaccent', ${normalizedWords(sql`concat_ws(' ', products.subtitle, products.facts->>'kind',
    products.facts->>'origin', products.facts->>'country', products.facts->>'cultivar', products.facts->>'harvest')`)}), 'C') ||
  setweight(to_tsvector('english_unaccent', ${normalizedWords(sql`concat_ws(' ', entries.excerpt, entries.content)`)}), 'D')`
