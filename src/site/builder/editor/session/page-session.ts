import { type RestClient, RestError, type RestFailure } from '../../../../platform/admin/rest.client.ts'
import type { PageDocument } from '../../../../things/entries/page-document.ts'
import type { LockJson, PageJson } from '../../rest/page-json.ts'
import type { useCanvas } from '../canvas/canvas-context.tsx'
import { pageCalls, WINDOW_ID } from './page-calls.ts'
import { type BrowserCopies, copiesToOffer, type PageCopy, retryDelay, serverCopy, textOf } from './page-copies.ts'

/** Changes besides the blocks and the title. */
type PageChange = { readonly status?: 'publish' | 'draft'; readonly date?: string | null }

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

type SessionEnvironment = {
  readonly rest: RestClient
  readonly userId: number
  readonly canvas: Pick<ReturnType<typeof useCanvas>, 'document' | 'replace'>
  readonly browser: BrowserCopies
  readonly now: () => number
}

/** How often the canvas is checked for changes; with `DRAFT_MS` this stays below five seconds. */
const CHECK_MS = 1000
const DRAFT_MS = 4000
const LOCK_MS = 15_000

/** A save was refused, because another window has the lock. */
const LOCKED = 'samovar_rest_page_locked'

const holderOf = (lock: LockJson | null): LockJson | null => (lock?.session === WINDOW_ID ? null : lock)

/** State of one open editor: unsaved changes, where they are stored, and the lock. */
export class PageSession {
  #state: SessionState
  readonly #environment: SessionEnvironment
  readonly #calls: ReturnType<typeof pageCalls>
  readonly #listeners = new Set<() => void>()
  /** Version of the edited document; saving an older one is refused. */
  #version: number
  /** Texts that count as saved: the one sent, and the one sanitized by the server. */
  #saved: readonly string[]
  #inBrowser = ''
  #inDraft = ''
  #draftTriedAt = 0
  #failures = 0
  /** Writing calls run one after another, so that a late draft cannot follow the save. */
  #queue: Promise<unknown> = Promise.resolve()

  constructor(page: PageJson, environment: SessionEnvironment) {
    this.#environment = environment
    this.#calls = pageCalls(environment.rest, page.id)
    this.#version = page.version
    const shown = { document: environment.canvas.document(), title: page.title }
    this.#saved = [page, shown].map((one) => textOf(one, page))
    this.#state = {
      page,
      title: page.title,
      isDirty: false,
      isSaving: false,
      draftSavedAt: null,
      isInBrowser: false,
      failure: null,
      holder: holderOf(page.lock),
      offers: [],
      conflict: null,
    }
    this.#set({ offers: this.#copiesOf(page) })
  }

  readonly read = (): SessionState => this.#state
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Starts storing drafts and renewing the lock, until the returned function is called. */
  start(): () => void {
    // The browser frees it when the window is closed or crashes.
    void navigator.locks?.request(WINDOW_ID, () => new Promise(() => {}))
    const { holder } = this.#state
    const isAbandoned = holder ? this.#environment.browser.isAbandoned(holder.session) : Promise.resolve(false)
    void isAbandoned.then((takesOver) => this.renewLock(takesOver))
    const timers = [setInterval(() => this.storeChanges(), CHECK_MS), setInterval(() => void this.renewLock(), LOCK_MS)]
    const stop = new AbortController()
    const { signal } = stop
    addEventListener('pagehide', () => this.leave(), { signal })
    addEventListener('beforeunload', () => this.storeChanges(), { signal })
    const retryNow = () => {
      this.#failures = 0
      this.#draftTriedAt = 0
      this.storeChanges()
    }
    addEventListener('online', retryNow, { signal })
    return () => {
      for (const timer of timers) clearInterval(timer)
      stop.abort()
    }
  }

  /** Stores changes in the browser, and on the server if a draft is due; false without unsaved changes. */
  storeChanges(): boolean {
    const { offers, holder } = this.#state
    if (offers.length > 0 || holder) return false
    const { document, text, isDirty } = this.#current()
    this.#set({ isDirty, ...(text === this.#inDraft ? {} : { draftSavedAt: null }) })
    if (!isDirty) {
      // Everything was undone, so there is nothing to restore.
      if (this.#inBrowser !== '') this.#forgetInBrowser()
      if (this.#inDraft !== '') void this.dropDraft()
      return false
    }
    if (text !== this.#inBrowser) this.#storeInBrowser(document, text)
    const pause = this.#failures > 0 ? retryDelay(this.#failures) : DRAFT_MS
    if (text !== this.#inDraft && this.#environment.now() - this.#draftTriedAt >= pause) void this.storeDraft()
    return true
  }

  /** Stores the draft on the server; false if it failed. */
  storeDraft(): Promise<boolean> {
    this.#draftTriedAt = this.#environment.now()
    return this.#write(async () => {
      const { document, title, text, isDirty } = this.#current()
      // A save in the queue has stored everything.
      if (!isDirty) return true
      const draft = { document, title, base_version: this.#version }
      const { saved_at_gmt: savedAt, lock } = await this.#calls.storeDraft(draft)
      if (savedAt !== null) this.#inDraft = text
      this.#set({ draftSavedAt: savedAt === null ? null : new Date(`${savedAt}Z`) })
      this.#setHolder(lock)
      return savedAt !== null
    })
  }

  /** Saves the page; false if it failed, with the reason in the state. */
  save(change: PageChange = {}): Promise<boolean> {
    this.#set({ isSaving: true })
    return this.#write(async () => {
      const { document, title, text } = this.#current()
      const sent = { version: this.#version, document, title, ...change }
      try {
        this.#markSaved(await this.#calls.save(sent), text)
      } catch (error) {
        const failure = error instanceof RestError ? error.failure : null
        if (failure?.kind !== 'refused' || failure.status !== 409) throw error
        if (failure.code === LOCKED) {
          // Learns who took the lock over, and keeps the changes like any that lose it.
          await this.renewLock()
          return false
        }
        const current = await this.#calls.load()
        // An earlier attempt may have been saved, although its response was lost.
        if (textOf(current, current) === text && Object.keys(change).length === 0) this.#markSaved(current, text)
        else this.#set({ conflict: { current, change } })
      }
      return this.#state.conflict === null
    }).finally(() => this.#set({ isSaving: false }))
  }

  setTitle(title: string): void {
    this.#set({ title })
    this.storeChanges()
  }

  /** Restores an offered copy and drops the others, as the dialog says. */
  restoreCopy(copy: PageCopy): void {
    const { offers } = this.#state
    this.#version = copy.baseVersion
    this.#environment.canvas.replace(copy.document)
    this.#set({ offers: [], title: copy.title ?? this.#state.title, isDirty: true })
    this.#forgetInBrowser()
    this.#forgetSame(offers)
    this.storeChanges()
  }

  async drop(copy: PageCopy): Promise<void> {
    this.#forgetSame([copy])
    if (copy.place === 'server') await this.dropDraft()
    this.#set({ offers: this.#state.offers.filter((one) => one !== copy) })
  }

  dropDraft(): Promise<boolean> {
    this.#inDraft = ''
    return this.#write(async () => {
      await this.#calls.dropDraft()
      return true
    })
  }

  async discard(): Promise<boolean> {
    this.#saved = [...this.#saved, this.#current().text]
    this.#forgetInBrowser()
    return this.dropDraft()
  }

  /** `own` overwrites the stored version, `stored` discards the own one, `later` asks again on the next save. */
  async resolveConflict(choice: 'own' | 'stored' | 'later'): Promise<void> {
    const { conflict } = this.#state
    this.#set({ conflict: null })
    if (!conflict || choice === 'later') return
    // The own changes stay available as a draft of the version that they are based on.
    if (choice === 'stored') await this.storeDraft()
    this.#version = conflict.current.version
    if (choice === 'own') await this.save(conflict.change)
    else this.show(conflict.current)
  }

  /** Shows the server's current page on the canvas; the user can undo it. */
  show(page: PageJson): void {
    this.#environment.canvas.replace(page.document)
    this.#markSaved(page, textOf(page, page))
    this.#set({ title: page.title })
  }

  /** Takes, renews or takes over the lock. On getting it late, shows what others saved and offers what they left. */
  async renewLock(takeOver = false): Promise<void> {
    try {
      const { lock } = await this.#calls.lock(takeOver)
      // Before this window may write again, because it would replace the draft of the user's other window.
      if (this.#state.holder && !holderOf(lock)) this.#catchUp(await this.#calls.load())
      this.#setHolder(lock)
    } catch (error) {
      // Harmless: a lock that could not be renewed expires.
      if (takeOver && error instanceof RestError) this.#set({ failure: error.failure })
    }
  }

  /** On leaving the page, stores unsaved changes and releases the lock with requests that outlive the page. */
  leave(): void {
    const { offers, holder } = this.#state
    if (holder) return
    const { document, title, text, isDirty } = this.#current()
    if (isDirty && offers.length === 0) {
      this.#storeInBrowser(document, text)
      if (text !== this.#inDraft) this.#calls.storeDraftLast({ document, title, base_version: this.#version })
    }
    this.#calls.giveUpLock()
  }

  /** Queues a writing call; false if it failed or returns false. */
  #write(send: () => Promise<boolean>): Promise<boolean> {
    const result = this.#queue.then(send).then(
      (isDone) => {
        this.#failures = 0
        this.#set({ failure: null })
        return isDone
      },
      (error: unknown) => {
        if (!(error instanceof RestError)) throw error
        this.#failures += 1
        this.#set({ failure: error.failure })
        return false
      },
    )
    this.#queue = result.catch(() => {})
    return result
  }

  #markSaved(page: PageJson, text: string): void {
    this.#version = page.version
    this.#saved = [text, textOf(page, page)]
    this.#inDraft = ''
    const { isDirty } = this.#current()
    if (!isDirty) this.#forgetInBrowser()
    this.#set({ page, isDirty, draftSavedAt: null })
  }

  #setHolder(lock: LockJson | null): void {
    const holder = holderOf(lock)
    const { document, text, isDirty } = this.#current()
    const isLost = holder && !this.#state.holder && isDirty
    this.#set({ holder, isDirty })
    if (!isLost) return
    // Keeps own changes: in the browser, and as a draft, unless the draft is that of the user's other window now.
    this.#storeInBrowser(document, text)
    if (text !== this.#inDraft && holder.user_id !== this.#environment.userId) void this.storeDraft()
  }

  /** Shows a page that others saved while they had the lock, and offers the copies that differ from the canvas. */
  #catchUp(page: PageJson): void {
    if (page.version !== this.#version && !this.#current().isDirty) this.show(page)
    const { text } = this.#current()
    const copies = this.#copiesOf(page)
    this.#set({ offers: copies.some((copy) => textOf(copy, page) !== text) ? copies : [] })
    // The other window may have replaced or dropped what this one stored.
    this.#inBrowser = ''
    this.#inDraft = ''
  }

  /** Unsaved changes of this user that differ from the page. */
  #copiesOf(page: PageJson): readonly PageCopy[] {
    this.#forgetSame([page])
    const server = serverCopy(page)
    return copiesToOffer(page, [...(server ? [server] : []), ...this.#environment.browser.readAll()])
  }

  /** Deletes what says the same in the browser; a window that wrote more since keeps that. */
  #forgetSame(copies: readonly Pick<PageCopy, 'document' | 'title'>[]): void {
    const { browser } = this.#environment
    const { page } = this.#state
    const texts = new Set(copies.map((copy) => textOf(copy, page)))
    if (texts.has(this.#inBrowser)) this.#inBrowser = ''
    for (const copy of browser.readAll()) if (texts.has(textOf(copy, page))) browser.forget(copy.key)
  }

  #current() {
    const document = this.#environment.canvas.document()
    const { title, page } = this.#state
    const text = textOf({ document, title }, page)
    return { document, title, text, isDirty: !this.#saved.includes(text) }
  }

  #storeInBrowser(document: PageDocument, text: string): void {
    const savedAt = new Date(this.#environment.now())
    const { title } = this.#state
    this.#inBrowser = text
    const copy: PageCopy = { place: 'browser', document, title, baseVersion: this.#version, savedAt }
    this.#set({ isInBrowser: this.#environment.browser.store(copy) })
  }

  #forgetInBrowser(): void {
    this.#inBrowser = ''
    this.#environment.browser.forget()
  }

  #set(change: Partial<SessionState>): void {
    const names = Object.keys(change) as (keyof SessionState)[]
    if (names.every((name) => Object.is(this.#state[name], change[name]))) return
    this.#state = { ...this.#state, ...change }
    for (const listener of this.#listeners) listener()
  }
}
