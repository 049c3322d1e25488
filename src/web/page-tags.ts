import { sql } from 'drizzle-orm'
import type pg from 'pg'
import type { Db, Tx } from '../database/connect.ts'
import type { PageCache } from './page-cache.ts'

const CHANNEL = 'samovar_page_tags'
/** PostgreSQL takes at most 8000 bytes in one notification. */
const MOST_TAGS = 200

/**
 * Tells every process which pages are out of date. Inside a transaction PostgreSQL sends it at the commit, so nobody
 * renders the old data again after having been told.
 */
export async function announceTags(db: Db | Tx, tags: readonly string[]): Promise<void> {
  if (tags.length === 0) return
  const message = tags.length > MOST_TAGS ? '*' : [...new Set(tags)].join(' ')
  await db.execute(sql`select pg_notify(${CHANNEL}, ${message})`)
}

/** Listens on a connection of its own and drops what others announce. Returns a function that ends it. */
export async function hearTags(
  client: pg.Client,
  pages: PageCache,
  also: (tags: ReadonlySet<string>) => void,
): Promise<void> {
  client.on('notification', (message) => {
    if (message.channel !== CHANNEL) return
    const tags = new Set((message.payload ?? '').split(' '))
    pages.drop(tags)
    also(tags)
  })
  await client.query(`listen ${CHANNEL}`)
}
