import { type SQL, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../platform/database/connect.ts'
import { normalizedWords, termNames } from './search-vector.ts'

/**
 * Words in the names of rows named `products` and `entries`, one row each, without numbers and words too short to be
 * misspelt.
 */
const indexedWords: SQL = sql`
  select distinct products.id, word
  from products join entries on entries.id = products.id,
    regexp_split_to_table(${normalizedWords(sql`concat_ws(' ', entries.title, ${termNames})`)}, ' ') as word
  where length(word) between 3 and 40 and word ~ '[[:alpha:]]' and products.search_vector is not null`

/** Adds the words of these products to the dictionary for spelling correction. `recountWords` updates the counts later. */
export async function addSearchWords(tx: Db | Tx, productIds: readonly number[]): Promise<void> {
  if (productIds.length === 0) return
  // Sorted, so that concurrent inserts of the same words wait for each other instead of deadlocking.
  await tx.execute(sql`
    insert into search_words (word, product_count)
    select word, count(*) from (${indexedWords} and products.id = any(${sql.param([...productIds])}::int[])) named
    group by word order by word
    on conflict (word) do nothing`)
}

/** Recounts how many products have each word, and deletes words that none has. */
export async function recountWords(db: Db | Tx): Promise<void> {
  await db.execute(sql`
    with counted as (select word, count(*)::int as product_count from (${indexedWords}) named group by word),
    deleted as (delete from search_words where not exists (select from counted where counted.word = search_words.word))
    insert into search_words (word, product_count) select word, product_count from counted order by word
    on conflict (word) do update set product_count = excluded.product_count where search_words.product_count <> excluded.product_count`)
}
