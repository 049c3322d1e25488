import type { Logger } from 'pino'
import type { Db } from '../database/connect.ts'
import type { EnvironmentFacts } from '../env.ts'
import type { FileStore } from '../files/file-store.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { Assets } from './assets.ts'
import type { PageCache } from './page-cache.ts'

/** Dependencies provided to the layers above; each function picks what it uses: `Pick<Platform, 'db' | 'now'>`. */
export type Platform = {
  readonly db: Db
  /** Base URL of links in this request, without trailing slash: `publicUrl`, or the same machine by IP address. */
  readonly url: string
  /** Base URL for others, as in emails. */
  readonly publicUrl: string
  /** Signs session cookies, nonces and cart tokens. */
  readonly secret: string
  /** Iterations per key derivation in a proof of work. */
  readonly proofCost: number
  readonly dataDir: string
  /** Uploads and downloads, on disk or in S3. */
  readonly files: FileStore
  /** Folder of the client build. */
  readonly clientDir: string
  readonly isProduction: boolean
  readonly environment: EnvironmentFacts
  readonly now: () => Date
  readonly log: Logger
  readonly assets: Assets
  readonly pages: PageCache
  /** Resolves when this process has applied every committed change, so that a user sees a save at once. */
  readonly changesSeen: () => Promise<void>
  readonly jobs: Jobs
}

/** Current settings, narrowed to those that a function uses. */
export type WithSettings<S> = { readonly settings: () => S }
