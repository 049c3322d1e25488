import type { RestClient, RestFailure } from '../../../../platform/admin/rest.client.ts'
import type { PageDocument } from '../../../../things/entries/page-document.ts'
import type { LockJson, PageJson } from '../../rest/page-json.ts'
import type { BrowserCopy } from './browser-copy.ts'
import type { PageCopy } from './page-copies.ts'

/** What a save changes besides the blocks and the title. */
export type PageChange = { readonly status?: 'publish' | 'draft'; readonly date?: string | null }

export type SessionState = {
  /** The page as last received from the server. */
  readonly page: PageJson
  readonly title: string
  /** What is on the canvas is not saved. */
  readonly isDirty: boolean
  readonly isSaving: boolean
  /** When the server has stored the draft; null if nothing is stored, or what is there is older. */
  readonly draftSavedAt: Date | null
  /** The browser has it, whatever the server does. */
  readonly isInBrowser: boolean
  /** Why the last call failed; what is written stays in the browser, and is sent again. */
  readonly failure: RestFailure | null
  /** Another editor who holds the lock, so that nothing can be changed here. */
  readonly holder: LockJson | null
  /** Copies of an earlier session, of which one has to be chosen or dropped. */
  readonly offers: readonly PageCopy[]
  /** Another version was saved first: the page as it is now, and the save that was refused. */
  readonly conflict: { readonly current: PageJson; readonly change: PageChange } | null
}

export type Canvas = { readonly document: () => PageDocument; readonly replace: (document: PageDocument) => void }

export type SessionPlace = {
  readonly rest: RestClient
  readonly userId: number
  readonly canvas: Canvas
  readonly browser: BrowserCopy
  readonly now: () => number
}
