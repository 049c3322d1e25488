/**
 * Browser contexts that the tests of a worker use one after the other. Each test begins without cookies and storage, but
 * the cache already has scripts, styles and pictures, as it has for most visits: a fifth of the processor time.
 */
import type { Browser, BrowserContext } from '@playwright/test'

type Kept = {
  readonly context: BrowserContext
  /** Where its pages have been: what they stored there is removed. */
  readonly origins: Set<string>
  /** Whether a test changed it in a way that cannot be undone. */
  isChanged: boolean
}

const lasting = [
  ...(['addInitScript', 'exposeBinding', 'exposeFunction', 'grantPermissions', 'route', 'routeFromHAR'] as const),
  ...(['routeWebSocket', 'setExtraHTTPHeaders', 'setGeolocation', 'setHTTPCredentials', 'setOffline'] as const),
  ...(['setDefaultNavigationTimeout', 'setDefaultTimeout'] as const),
]
const lastingOfClock = ['install', 'pauseAt', 'setFixedTime', 'setSystemTime'] as const

export class ReusedContexts {
  readonly #all = new Map<string, Kept>()

  /** A context like a new one, but for its cache. It may have an empty page. */
  async take(options: string, browser: Browser): Promise<BrowserContext> {
    const before = this.#all.get(options)
    if (before) {
      await clear(before)
      return before.context
    }
    const context = await browser.newContext()
    this.#all.set(options, watch(context))
    context.on('close', () => this.#all.delete(options))
    return context
  }

  /** Closes the context's pages, and the context itself if it is done or cannot serve another test. */
  async giveBack(options: string, { isDone }: { readonly isDone: boolean }): Promise<void> {
    const kept = this.#all.get(options)
    if (!kept) return
    const { context, isChanged } = kept
    if (isDone || isChanged) await context.close()
    else await Promise.all(context.pages().map((page) => page.close()))
  }

  async close(): Promise<void> {
    await Promise.all([...this.#all.values()].map(({ context }) => context.close()))
  }
}

function watch(context: BrowserContext): Kept {
  const kept: Kept = { context, origins: new Set(), isChanged: false }
  context.on('page', (page) => {
    page.on('framenavigated', (frame) => {
      if (frame.url().startsWith('http')) kept.origins.add(new URL(frame.url()).origin)
    })
  })
  const notice = (): void => {
    kept.isChanged = true
  }
  callBefore(context, lasting, notice)
  callBefore(context.clock, lastingOfClock, notice)
  return kept
}

/** Calls `notice` before each of these methods of the object. */
function callBefore<T extends object>(object: T, methods: readonly (keyof T)[], notice: () => void): void {
  for (const method of methods) {
    const original = object[method] as (...args: readonly unknown[]) => unknown
    Object.assign(object, {
      [method](...args: readonly unknown[]) {
        notice()
        return original.apply(object, [...args])
      },
    })
  }
}

async function clear({ context, origins }: Kept): Promise<void> {
  const session = await context.newCDPSession(await context.newPage())
  const storageTypes = 'local_storage,indexeddb,cache_storage,service_workers'
  for (const origin of origins) await session.send('Storage.clearDataForOrigin', { origin, storageTypes })
  await session.detach()
  await context.clearCookies()
}
