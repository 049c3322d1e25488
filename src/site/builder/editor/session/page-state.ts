import type { RestClient, RestFailure } from '../../../../platform/admin/rest.client.ts'
import type { LockJson, PageJson } from '../../rest/page-json.ts'
import type { useCanvas } from '../canvas/canvas-context.tsx'
import type { BrowserCopies, PageCopy } from './page-copies.ts'

/** Changes besides the blocks and the title. */
export type PageChange = { readonly status?: 'publish' | 'draft'; readonly date?: string | null }

export type SessionState = {
  readonly page: PageJson
  readonly title: string
  /** The canvas has unsaved changes. */
  readonly isDirty: boolean
  readonly isSaving: boolean
  /** When the server stored the current draft; null if it has none or an older one. */
  readonly draftSavedAt: Date | null
  /** The browser's storage has the current changes. */
  readonly isInBrowser: boolean
  /** Why the last call failed; changes stay in the browser and are retried. */
  readonly failure: RestFailure | null
  /** Another editor, or another window of the same user, with the lock, which makes this one read-only. */
  readonly holder: LockJson | null
  /** Copies of other windows or an earlier session, to be restored or dropped. */
  readonly offers: readonly PageCopy[]
  /** Another version was saved first: the current page, and the change that was refused. */
  readonly conflict: { readonly current: PageJson; readonly change: PageChange } | null
}

export type SessionEnvironment = {
  readonly rest: RestClient
  readonly userId: number
  readonly canvas: Pick<ReturnType<typeof useCanvas>, 'document' | 'replace'>
  readonly browser: BrowserCopies
  readonly now: () => number
}
