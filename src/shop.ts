import type { Logger } from 'pino'
import type { Db } from './platform/database/connect.ts'
import type { Jobs } from './platform/jobs/jobs.ts'
import type { Assets } from './platform/web/assets.ts'
import type { PageCache } from './platform/web/page-cache.ts'
import type { Settings } from './settings.ts'
import type { LiveProductIndex } from './shop/listing/index/live-product-index.ts'
import type { PaymentService } from './shop/payments/payment-service.ts'
import type { PricingConfig } from './shop/pricing/total.ts'
import type { CommentHooks } from './site/comments/context.ts'

/** Dependencies of every part of the shop. Built by `server.ts`, and by tests with the same parts on a fresh database. */
export type Shop = {
  readonly db: Db
  /** Public URL without trailing slash. */
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
  readonly productIndex: LiveProductIndex
  readonly jobs: Jobs
  readonly settings: () => Settings
  readonly pricing: () => PricingConfig
  readonly payments: PaymentService
  readonly commentHooks: CommentHooks
}
