import { sql } from 'drizzle-orm'
import type { Db, Tx } from '../database/connect.ts'
import { type Listener, openListener } from '../database/listener.ts'
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

export type TagsHeard = {
  /** Told of every announcement, and of `*` after a time in which some may have been missed. */
  also(tags: ReadonlySet<string>): Promise<void>
  onProblem(error: unknown): void
  onLost?(error: Error | undefined): void
  onReturn?(awayMs: number): void
}

/**
 * Hears what every process writes, and drops the pages that show it. While the database is away nobody writes, so what is
 * kept stays good; once it is back whatever may have been missed is made true again before the next page is kept.
 */
export async function hearTags(url: string, pages: PageCache, heard: TagsHeard): Promise<Listener> {
  let lostAt = 0
  return openListener(url, {
    channel: CHANNEL,
    onMessage(payload) {
      const tags = new Set(payload.split(' '))
      pages.drop(tags)
      heard.also(tags).catch(heard.onProblem)
    },
    onLost(error) {
      lostAt = performance.now()
      pages.holdOn()
      heard.onLost?.(error)
    },
    async onReturn() {
      await heard.also(new Set(['*']))
      pages.clear()
      heard.onReturn?.(Math.round(performance.now() - lostAt))
    },
  })
}
