import { copyText, type PageCopy, parseCopy } from './page-copies.ts'

/** What is not saved of one page, in this browser. Its storage may be full, or not allowed at all. */
export class BrowserCopy {
  readonly #storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  readonly #key: string

  constructor(storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>, userId: number, pageId: number) {
    this.#storage = storage
    this.#key = `samovar-builder:${userId}:${pageId}`
  }

  read(): PageCopy | null {
    return this.#try(() => parseCopy(this.#storage.getItem(this.#key))) ?? null
  }

  /** Whether there was room. */
  store(copy: PageCopy): boolean {
    return this.#try(() => this.#storage.setItem(this.#key, copyText(copy)) ?? true) ?? false
  }

  forget(): void {
    this.#try(() => this.#storage.removeItem(this.#key))
  }

  #try<T>(run: () => T): T | undefined {
    try {
      return run()
    } catch {
      return undefined
    }
  }
}
