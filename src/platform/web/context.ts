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
  /** The URL of the pages of this request, without trailing slash: `publicUrl`, or the same machine by its IP address. */
  readonly url: string
  /** The URL that others know, in mails as well. */
  readonly publicUrl: string
  /** Signs session cookies, nonces and cart tokens. */
  readonly secret: string
  /** Rounds of one derivation in a proof of work. */
  readonly proofCost: number
  readonly dataDir: string
  /** Uploads and downloads, which may be elsewhere than in `dataDir`. */
  readonly files: FileStore
  /** Folder of the client build. */
  readonly clientDir: string
  readonly isProduction: boolean
  readonly environment: EnvironmentFacts
  readonly now: () => Date
  readonly log: Logger
  readonly assets: Assets
  readonly pages: PageCache
  /** Resolves when what this process has in memory is as new as the last commit: whoever saves sees it at once. */
  readonly changesSeen: () => Promise<void>
  readonly jobs: Jobs
}

/** Current settings, narrowed to those in use. */
export type WithSettings<S> = { readonly settings: () => S }
