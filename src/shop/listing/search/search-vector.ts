import { type SQL, sql } from 'drizzle-orm'

/** Longest text that is searched; nobody looks for what stands beyond it. */
const MAX_TEXT_LENGTH = 50_000

/** A text as words alone: lower case, no accents, no tags, no signs. `wordsOf` in search-words.ts reads a search likewise. */
export const normalizedWords = (text: SQL): SQL =>
  sql`regexp_replace(plain_text(regexp_replace(left(${text}, ${sql.raw(String(MAX_TEXT_LENGTH))}), '<[^>]*>', ' ', 'g')), '[^[:alnum:]]+', ' ', 'g')`

/** Whole words beside their stems, so that the beginning of a word finds it before it is typed to its end. */
const wordsAndStems = (text: SQL): SQL => sql`(to_tsvector('shop_words', ${text}) || to_tsvector('simple', ${text}))`

/** Names of the terms a row called `products` has, and of those right above them. */
export const termNames: SQL = sql`coalesce((
  select string_agg(concat_ws(' ', terms.name, above.name), ' ')
  from entry_terms join terms on terms.id = entry_terms.term_id left join terms above on above.id = terms.parent_id
  where entry_terms.entry_id = products.id), '')`

/** Lower case and as they are, behind a sign that no word has: who types 'tea' does not mean every SKU such as 'TEA-12'. */
const skus: SQL = sql`array_to_tsvector(array(
  select distinct '#' || lower(of.sku) from products of
  where (of.id = products.id or of.parent_id = products.id) and of.sku <> ''))`

/**
 * What rows called `products` and `entries` are found by. A for the name, and the SKUs of the product and its variations;
 * B for category, tag, brand and attribute values; C for its line and tea facts; D for the texts.
 */
export const searchVector: SQL = sql`
  setweight(${wordsAndStems(normalizedWords(sql`entries.title`))}, 'A') || ${skus} ||
  setweight(${wordsAndStems(normalizedWords(termNames))}, 'B') ||
  setweight(to_tsvector('shop_words', ${normalizedWords(sql`concat_ws(' ', products.line, products.facts->>'kind',
    products.facts->>'origin', products.facts->>'country', products.facts->>'cultivar', products.facts->>'harvest')`)}), 'C') ||
  setweight(to_tsvector('shop_words', ${normalizedWords(sql`concat_ws(' ', entries.excerpt, entries.content)`)}), 'D')`
