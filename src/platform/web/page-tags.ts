import { sql } from 'drizzle-orm'
import type { Db, Tx } from '../database/connect.ts'
import { type Listener, openListener } from '../database/listener.ts'
import type { PageCache } from './page-cache.ts'

const CHANNEL = 'samovar_page_tags'
/** PostgreSQL takes at most 8000 bytes in one notification. */
const MAX_TAGS = 200

/**
 * Tells every process which pages are out of date. Inside a transaction PostgreSQL sends it at the commit, so nobody
 * renders the old data again after having been told.
 */
export async function invalidatePageTags(db: Db | Tx, tags: readonly string[]): Promise<void> {
  if (tags.length === 0) return
  const message = tags.length > MAX_TAGS ? '*' : [...new Set(tags)].join(' ')
  await db.execute(sql`select pg_notify(${CHANNEL}, ${message})`)
}

export type PageTagHandlers = {
  /** Told of every announcement, and of `*` after a time in which some may have been missed. */
  onTags(tags: ReadonlySet<string>): Promise<void>
  onError(error: unknown): void
  onDisconnect?(error: Error | undefined): void
  onReconnect?(downtimeMs: number): void
}

/**
 * Hears what every process writes, and drops the pages that show it. While the database is away nobody writes, so what is
 * kept stays good; once it is back whatever may have been missed is made true again before the next page is kept.
 */
export async function listenForPageTags(url: string, pages: PageCache, handlers: PageTagHandlers): Promise<Listener> {
  let disconnectedAt = 0
  return openListener(url, {
    channel: CHANNEL,
    onMessage(payload) {
      const tags = new Set(payload.split(' '))
      pages.invalidate(tags)
      handlers.onTags(tags).catch(handlers.onError)
    },
    onDisconnect(error) {
      disconnectedAt = performance.now()
      pages.serveStale()
      handlers.onDisconnect?.(error)
    },
    async onReconnect() {
      await handlers.onTags(new Set(['*']))
      pages.clear()
      handlers.onReconnect?.(Math.round(performance.now() - disconnectedAt))
    },
  })
}
