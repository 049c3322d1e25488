import { RestError } from '../../../../platform/admin/rest.client.ts'
import type { PageDocument } from '../../../../things/entries/page-document.ts'
import type { LockJson, PageJson } from '../../rest/page-json.ts'
import { pageCalls, WINDOW_ID } from './page-calls.ts'
import { canonicalJson, copiesToOffer, isSameJson, type PageCopy, retryDelay, serverCopy } from './page-copies.ts'
import type { Canvas, PageChange, SessionEnvironment, SessionState } from './page-state.ts'

/** How often the canvas is checked for changes; with `DRAFT_MS` this stays below five seconds. */
const CHECK_MS = 1000
const DRAFT_MS = 4000
const LOCK_MS = 15_000

/** State of one open editor: unsaved changes, where they are stored, and the lock. */
export class PageSession {
  #state: SessionState
  readonly #environment: SessionEnvironment
  #canvas: Canvas
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
    this.#canvas = environment.canvas
    this.#calls = pageCalls(environment.rest, page.id)
    this.#version = page.version
    const copies = [serverCopy(page), environment.browser.read()].flatMap((copy) => copy ?? [])
    this.#saved = [page.document, environment.canvas.document()].map((document) => this.#text(document, page.title))
    this.#state = {
      page,
      title: page.title,
      isDirty: false,
      isSaving: false,
      draftSavedAt: null,
      isInBrowser: false,
      failure: null,
      holder: page.lock?.user_id === environment.userId ? null : page.lock,
      offers: copiesToOffer(page, copies),
      conflict: null,
    }
  }

  readonly read = (): SessionState => this.#state
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** The canvas changes with every render. */
  attach(canvas: Canvas): void {
    this.#canvas = canvas
  }

  /** Starts storing drafts and renewing the lock, until the returned function is called. */
  start(): () => void {
    // Takes the lock from the same user's other window, which may have crashed.
    void this.renewLock(this.#state.page.lock?.user_id === this.#environment.userId)
    const timers = [setInterval(() => this.storeChanges(), CHECK_MS), setInterval(() => void this.renewLock(), LOCK_MS)]
    const stop = new AbortController()
    const { signal } = stop
    addEventListener('pagehide', () => this.leave(), { signal })
    addEventListener('beforeunload', () => this.storeChanges(), { signal })
    addEventListener('online', () => this.#retryNow(), { signal })
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
      const answer = await this.#calls.storeDraft({ document, title, base_version: this.#version })
      this.#inDraft = text
      this.#set({ draftSavedAt: new Date(`${answer.saved_at_gmt}Z`) })
      this.#setHolder(answer.lock)
      return true
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
        if (!(error instanceof RestError) || error.failure.kind !== 'refused' || error.failure.status !== 409)
          throw error
        const current = await this.#calls.load()
        // An earlier attempt may have been saved, although its response was lost.
        const isSaved = current.title === title && isSameJson(current.document, document)
        if (isSaved && Object.keys(change).length === 0) this.#markSaved(current, text)
        else this.#set({ conflict: { current, change } })
      }
      return this.#state.conflict === null
    }).finally(() => this.#set({ isSaving: false }))
  }

  setTitle(title: string): void {
    this.#set({ title })
    this.storeChanges()
  }

  /** Restores a copy of an earlier session and drops the others, as the dialog says. */
  restoreCopy(copy: PageCopy): void {
    this.#version = copy.baseVersion
    this.#canvas.replace(copy.document)
    this.#set({ offers: [], title: copy.title ?? this.#state.title, isDirty: true })
  }

  async drop(copy: PageCopy): Promise<void> {
    if (copy.place === 'browser') this.#forgetInBrowser()
    else await this.dropDraft()
    this.#set({ offers: this.#state.offers.filter((one) => one !== copy) })
  }

  dropDraft(): Promise<boolean> {
    this.#inDraft = ''
    return this.#write(async () => {
      await this.#calls.dropDraft()
      return true
    })
  }

  /** Discards unsaved changes. */
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
    this.#canvas.replace(page.document)
    this.#markSaved(page, this.#text(page.document, page.title))
    this.#set({ title: page.title })
  }

  /** Takes, renews or takes over the lock. On getting it late, shows what others saved before. */
  async renewLock(takeOver = false): Promise<void> {
    const before = this.#state.holder
    try {
      this.#setHolder((await this.#calls.lock(takeOver)).lock)
      if (!before || this.#state.holder) return
      const page = await this.#calls.load()
      if (page.version !== this.#version && !this.#current().isDirty) this.show(page)
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

  #retryNow(): void {
    this.#failures = 0
    this.#draftTriedAt = 0
    this.storeChanges()
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
    this.#saved = [text, this.#text(page.document, page.title)]
    this.#inDraft = ''
    const { isDirty } = this.#current()
    if (!isDirty) this.#forgetInBrowser()
    this.#set({ page, isDirty, draftSavedAt: null })
  }

  #setHolder(lock: LockJson | null): void {
    const holder = lock && lock.session !== WINDOW_ID ? lock : null
    // Keeps own changes as a draft, because another user has taken the lock.
    const isLost = holder && !this.#state.holder && this.#state.isDirty
    this.#set({ holder })
    if (isLost && this.#current().text !== this.#inDraft) void this.storeDraft()
  }

  #text(document: PageDocument, title: string): string {
    return canonicalJson({ document, title })
  }

  #current() {
    const document = this.#canvas.document()
    const { title } = this.#state
    const text = this.#text(document, title)
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
