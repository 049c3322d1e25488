import type { Logger } from 'pino'
import type { Shelves } from './catalog/shelf-index/shelves.ts'
import type { Db } from './database/connect.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { PaymentGateway } from './payments/gateway.ts'
import type { PricingConfig } from './pricing/total.ts'
import type { Settings } from './settings/settings.ts'
import type { Assets } from './web/assets.ts'
import type { PageCache } from './web/page-cache.ts'

/** What every part of the shop is handed. Built once by `server.ts`, and by tests with the same parts on a fresh database. */
export type Shop = {
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
  readonly shelves: Shelves
  readonly jobs: Jobs
  readonly settings: () => Settings
  readonly pricing: () => PricingConfig
  readonly payments: PaymentGateway
}
