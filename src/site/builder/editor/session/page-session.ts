import { RestError } from '../../../../platform/admin/rest.client.ts'
import type { PageDocument } from '../../../../things/entries/page-document.ts'
import type { LockJson, PageJson } from '../../rest/page-json.ts'
import { pageCalls, WINDOW_ID } from './page-calls.ts'
import { canonicalJson, copiesToOffer, isSameJson, type PageCopy, retryDelay, serverCopy } from './page-copies.ts'
import type { Canvas, PageChange, SessionPlace, SessionState } from './page-state.ts'

/** How often the canvas is looked at; with the time between two drafts this stays below five seconds. */
const LOOK_MS = 1000
const DRAFT_MS = 4000
const LOCK_MS = 15_000

/** One open editor of a page: what is saved, where, and who else edits it. */
export class PageSession {
  #state: SessionState
  readonly #place: SessionPlace
  #canvas: Canvas
  readonly #calls: ReturnType<typeof pageCalls>
  readonly #listeners = new Set<() => void>()
  /** The version of the edited document; a save of an older one is refused. */
  #version: number
  /** What counts as saved: as it was sent, and as the server cleaned it. */
  #saved: readonly string[]
  #inBrowser = ''
  #inDraft = ''
  #draftTriedAt = 0
  #failures = 0
  /** Calls that write go one after another, so that a late draft does not follow the save. */
  #queue: Promise<unknown> = Promise.resolve()

  constructor(page: PageJson, place: SessionPlace) {
    this.#place = place
    this.#canvas = place.canvas
    this.#calls = pageCalls(place.rest, page.id)
    this.#version = page.version
    const copies = [serverCopy(page), place.browser.read()].flatMap((copy) => copy ?? [])
    this.#saved = [page.document, place.canvas.document()].map((document) => this.#text(document, page.title))
    this.#state = {
      page,
      title: page.title,
      isDirty: false,
      isSaving: false,
      draftSavedAt: null,
      isInBrowser: false,
      failure: null,
      holder: page.lock?.user_id === place.userId ? null : page.lock,
      offers: copiesToOffer(page, copies),
      conflict: null,
    }
  }

  readonly read = (): SessionState => this.#state
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** The canvas as it was rendered last. */
  attach(canvas: Canvas): void {
    this.#canvas = canvas
  }

  /** Begins to store and to hold the lock, until the returned function is called. */
  start(): () => void {
    // The same user's new window takes the lock from one that was left open or has crashed.
    void this.renewLock(this.#state.page.lock?.user_id === this.#place.userId)
    const timers = [setInterval(() => this.look(), LOOK_MS), setInterval(() => void this.renewLock(), LOCK_MS)]
    const stop = new AbortController()
    const { signal } = stop
    addEventListener('pagehide', () => this.leave(), { signal })
    addEventListener('beforeunload', () => this.look(), { signal })
    addEventListener('online', () => this.#tryAgain(), { signal })
    return () => {
      for (const timer of timers) clearInterval(timer)
      stop.abort()
    }
  }

  /** Stores what has changed since the last look, in the browser and, when it is time, at the server; false without a change. */
  look(): boolean {
    const { offers, holder } = this.#state
    if (offers.length > 0 || holder) return false
    const { document, text, isDirty } = this.#current()
    this.#set({ isDirty, ...(text === this.#inDraft ? {} : { draftSavedAt: null }) })
    if (!isDirty) {
      // Undone up to what is saved: nothing is left to go on with.
      if (this.#inBrowser !== '') this.#forgetInBrowser()
      if (this.#inDraft !== '') void this.dropDraft()
      return false
    }
    if (text !== this.#inBrowser) this.#storeInBrowser(document, text)
    const pause = this.#failures > 0 ? retryDelay(this.#failures) : DRAFT_MS
    if (text !== this.#inDraft && this.#place.now() - this.#draftTriedAt >= pause) void this.storeDraft()
    return true
  }

  /** Stores the draft at the server; false if it could not. */
  storeDraft(): Promise<boolean> {
    this.#draftTriedAt = this.#place.now()
    return this.#write(async () => {
      const { document, title, text, isDirty } = this.#current()
      // A save that was sent before it has everything.
      if (!isDirty) return true
      const answer = await this.#calls.storeDraft({ document, title, base_version: this.#version })
      this.#inDraft = text
      this.#set({ draftSavedAt: new Date(`${answer.saved_at_gmt}Z`) })
      this.#holds(answer.lock)
      return true
    })
  }

  /** Saves the page; false if it was not, and the state says why. */
  save(change: PageChange = {}): Promise<boolean> {
    this.#set({ isSaving: true })
    return this.#write(async () => {
      const { document, title, text } = this.#current()
      const sent = { version: this.#version, document, title, ...change }
      try {
        this.#isSaved(await this.#calls.save(sent), text)
      } catch (error) {
        if (!(error instanceof RestError) || error.failure.kind !== 'refused' || error.failure.status !== 409)
          throw error
        const current = await this.#calls.load()
        // The answer of an earlier try may have been lost on its way.
        const isSaved = current.title === title && isSameJson(current.document, document)
        if (isSaved && Object.keys(change).length === 0) this.#isSaved(current, text)
        else this.#set({ conflict: { current, change } })
      }
      return this.#state.conflict === null
    }).finally(() => this.#set({ isSaving: false }))
  }

  setTitle(title: string): void {
    this.#set({ title })
    this.look()
  }

  /** Goes on with a copy of an earlier session; the others are dropped, as the dialog says. */
  goOn(copy: PageCopy): void {
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

  /** Leaves without what is not saved. */
  async discard(): Promise<boolean> {
    this.#saved = [...this.#saved, this.#current().text]
    this.#forgetInBrowser()
    return this.dropDraft()
  }

  /** The own version is saved over the stored one, the stored one replaces it, or the question comes again later. */
  async resolveConflict(choice: 'own' | 'stored' | 'later'): Promise<void> {
    const { conflict } = this.#state
    this.#set({ conflict: null })
    if (!conflict || choice === 'later') return
    // The own version stays as a draft of the version it was written on.
    if (choice === 'stored') await this.storeDraft()
    this.#version = conflict.current.version
    if (choice === 'own') await this.save(conflict.change)
    else this.show(conflict.current)
  }

  /** Puts the page as the server has it now on the canvas, as an edit that can be undone. */
  show(page: PageJson): void {
    this.#canvas.replace(page.document)
    this.#isSaved(page, this.#text(page.document, page.title))
    this.#set({ title: page.title })
  }

  /** Takes, renews or takes over the lock. Whoever gets it late sees what was saved before. */
  async renewLock(takeOver = false): Promise<void> {
    const before = this.#state.holder
    try {
      this.#holds((await this.#calls.lock(takeOver)).lock)
      if (!before || this.#state.holder) return
      const page = await this.#calls.load()
      if (page.version !== this.#version && !this.#current().isDirty) this.show(page)
    } catch (error) {
      // A lock that could not be renewed expires, so this does no harm.
      if (takeOver && error instanceof RestError) this.#set({ failure: error.failure })
    }
  }

  /** The page is closed or left: what is not stored is, and the lock is given up. The browser sends it after the page. */
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

  #tryAgain(): void {
    this.#failures = 0
    this.#draftTriedAt = 0
    this.look()
  }

  /** Sends when what was sent before is answered; false if it failed, or answers so. */
  #write(send: () => Promise<boolean>): Promise<boolean> {
    const written = this.#queue.then(send).then(
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
    this.#queue = written.catch(() => {})
    return written
  }

  #isSaved(page: PageJson, text: string): void {
    this.#version = page.version
    this.#saved = [text, this.#text(page.document, page.title)]
    this.#inDraft = ''
    const { isDirty } = this.#current()
    if (!isDirty) this.#forgetInBrowser()
    this.#set({ page, isDirty, draftSavedAt: null })
  }

  #holds(lock: LockJson | null): void {
    const holder = lock && lock.session !== WINDOW_ID ? lock : null
    // Whoever takes over does not take what was written here.
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
    const savedAt = new Date(this.#place.now())
    const { title } = this.#state
    this.#inBrowser = text
    const copy: PageCopy = { place: 'browser', document, title, baseVersion: this.#version, savedAt }
    this.#set({ isInBrowser: this.#place.browser.store(copy) })
  }

  #forgetInBrowser(): void {
    this.#inBrowser = ''
    this.#place.browser.forget()
  }

  #set(change: Partial<SessionState>): void {
    const names = Object.keys(change) as (keyof SessionState)[]
    if (names.every((name) => Object.is(this.#state[name], change[name]))) return
    this.#state = { ...this.#state, ...change }
    for (const listener of this.#listeners) listener()
  }
}
