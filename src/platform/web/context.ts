import type { Logger } from 'pino'
import type { Db } from '../database/connect.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { Assets } from './assets.ts'
import type { PageCache } from './page-cache.ts'

/** What this floor hands to those above it; each function asks for what it uses: `Pick<Platform, 'db' | 'now'>`. */
export type Platform = {
  readonly db: Db
  /** Public address without a slash at the end. */
  readonly url: string
  /** Signs session cookies, nonces and cart tokens. */
  readonly secret: string
  readonly dataDir: string
  /** Folder of the client build. */
  readonly clientDir: string
  readonly isProduction: boolean
  readonly now: () => Date
  readonly log: Logger
  readonly assets: Assets
  readonly pages: PageCache
  readonly jobs: Jobs
}

/** The owner's settings as they are now, as far as somebody uses them. */
export type WithSettings<S> = { readonly settings: () => S }
