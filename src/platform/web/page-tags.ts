import { sql } from 'drizzle-orm'
import type { Db, Tx } from '../database/connect.ts'
import { type Listener, openListener } from '../database/listener.ts'
import type { PageCache } from './page-cache.ts'

const CHANNEL = 'samovar_page_tags'
/** PostgreSQL limits a notification to 8000 bytes. */
const MAX_TAGS = 200

/** PostgreSQL sends it on commit, so that no process renders old data afterwards. */
export async function invalidatePageTags(db: Db | Tx, tags: readonly string[]): Promise<void> {
  const parts = Map.groupBy(new Set(tags), (_, index) => Math.floor(index / MAX_TAGS))
  for (const part of parts.values()) await db.execute(sql`select pg_notify(${CHANNEL}, ${part.join(' ')})`)
}

export type PageTagHandlers = {
  /** Called for every notification, and with `*` after an interruption during which some may have been missed. */
  onTags(tags: ReadonlySet<string>): Promise<void>
  onError(error: unknown): void
  onDisconnect?(error: Error | undefined): void
  onReconnect?(downtimeMs: number): void
}

/**
 * Receives invalidations from all processes. While the database is down nothing changes, so cached pages stay valid;
 * after reconnecting `onTags` catches up before pages are stored again.
 */
export async function listenForPageTags(
  url: string,
  caches: readonly PageCache[],
  handlers: PageTagHandlers,
): Promise<Listener> {
  let disconnectedAt = 0
  return openListener(url, {
    channel: CHANNEL,
    onMessage(payload) {
      const tags = new Set(payload.split(' '))
      for (const pages of caches) pages.invalidate(tags)
      handlers.onTags(tags).catch(handlers.onError)
    },
    onDisconnect(error) {
      disconnectedAt = performance.now()
      for (const pages of caches) pages.serveStale()
      handlers.onDisconnect?.(error)
    },
    async onReconnect() {
      await handlers.onTags(new Set(['*']))
      for (const pages of caches) pages.clear()
      handlers.onReconnect?.(Math.round(performance.now() - disconnectedAt))
    },
  })
}
