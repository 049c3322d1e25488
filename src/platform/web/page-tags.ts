import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Db, Tx } from '../database/connect.ts'
import { type Listener, openListener } from '../database/listener.ts'
import type { PageCache } from './page-cache.ts'

const CHANNEL = 'samovar_page_tags'
/** PostgreSQL limits a notification to 8000 bytes. */
const MAX_TAGS = 200
/** Prefix of messages that prove how far a process has read the channel. */
const MARK = 'mark:'
const MAX_WAIT_MS = 1000
const RETRY_MS = 500

/** PostgreSQL sends it on commit, so that no process renders old data afterwards. */
export async function invalidatePageTags(db: Db | Tx, tags: readonly string[]): Promise<void> {
  const parts = Map.groupBy(new Set(tags), (_, index) => Math.floor(index / MAX_TAGS))
  for (const part of parts.values()) await db.execute(sql`select pg_notify(${CHANNEL}, ${part.join(' ')})`)
}

export type PageTagHandlers = {
  /** Called for each notification, serialized, and again if it fails; with `*` when some may have been missed. */
  onTags(tags: ReadonlySet<string>): Promise<void>
  onError(error: unknown): void
  onDisconnect?(error: Error | undefined): void
  onReconnect?(downtimeMs: number): void
}

export type PageTagListener = Listener & {
  /** Resolves when this process has handled every earlier commit, or after a second without the database. */
  changesSeen(): Promise<void>
}

/**
 * Receives invalidations of all processes. While the database is down nothing changes, so cached pages stay valid;
 * after reconnecting, `onTags` catches up before pages are stored again.
 */
export async function listenForPageTags(
  { url, db }: { readonly url: string; readonly db: Db },
  caches: readonly PageCache[],
  handlers: PageTagHandlers,
): Promise<PageTagListener> {
  let disconnectedAt = 0
  let handled: Promise<void> = Promise.resolve()
  let failed: ReadonlySet<string> = new Set()
  let retry: NodeJS.Timeout | undefined
  const marks = new Map<string, () => void>()
  function handle(tags: ReadonlySet<string>): Promise<void> {
    const handling = handled.then(async () => {
      failed = new Set([...failed, ...tags])
      await handlers.onTags(failed)
      failed = new Set()
    })
    handled = handling.catch(() => {})
    return handling
  }
  function handleOrRetry(tags: ReadonlySet<string>): void {
    handle(tags).catch((error) => {
      handlers.onError(error)
      // Reconnecting reads everything again.
      if (disconnectedAt > 0) return
      clearTimeout(retry)
      retry = setTimeout(() => failed.size > 0 && handleOrRetry(failed), RETRY_MS).unref()
    })
  }
  const listener = await openListener(url, {
    channel: CHANNEL,
    onMessage(payload) {
      if (payload.startsWith(MARK)) return void handled.then(() => failed.size === 0 && marks.get(payload)?.())
      const tags = new Set(payload.split(' '))
      for (const pages of caches) pages.invalidate(tags)
      handleOrRetry(tags)
    },
    onDisconnect(error) {
      disconnectedAt = performance.now()
      for (const pages of caches) pages.serveStale()
      handlers.onDisconnect?.(error)
    },
    async onReconnect() {
      await handle(new Set(['*']))
      for (const pages of caches) pages.clear()
      handlers.onReconnect?.(Math.round(performance.now() - disconnectedAt))
      disconnectedAt = 0
    },
  })
  // Changes may have been missed between the first read and `listen`.
  await handle(new Set(['*']))
  return {
    async end() {
      await listener.end()
      await handled
      clearTimeout(retry)
    },
    async changesSeen() {
      const mark = MARK + randomUUID()
      const seen = new Promise<void>((resolve) => marks.set(mark, resolve))
      const isSent = await invalidatePageTags(db, [mark]).then(
        () => true,
        () => false,
      )
      if (isSent) await Promise.race([seen, pause(MAX_WAIT_MS, undefined, { ref: false })])
      marks.delete(mark)
    },
  }
}
