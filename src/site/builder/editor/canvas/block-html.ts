import type { Block } from '../../../../things/entries/page-document.ts'

type Waiting = {
  readonly block: Block
  readonly done: (html: string) => void
  readonly failed: (error: Error) => void
}

/** As many as the server takes at once. */
const MAX_BLOCKS = 100
const MAX_CACHED = 500

/** How blocks look, as the server renders them: asked for together, and once for the same settings. */
export class BlockHtml {
  readonly #render: (blocks: readonly Block[]) => Promise<readonly string[]>
  readonly #cache = new Map<string, string>()
  #waiting: Waiting[] = []

  constructor(render: (blocks: readonly Block[]) => Promise<readonly string[]>) {
    this.#render = render
  }

  cached(block: Block): string | undefined {
    return this.#cache.get(JSON.stringify(block))
  }

  get(block: Block): Promise<string> {
    return new Promise((done, failed) => {
      if (this.#waiting.length === 0) setTimeout(() => this.#send())
      this.#waiting.push({ block, done, failed })
    })
  }

  #send(): void {
    const waiting = this.#waiting
    this.#waiting = []
    for (let at = 0; at < waiting.length; at += MAX_BLOCKS) void this.#sendSome(waiting.slice(at, at + MAX_BLOCKS))
  }

  async #sendSome(waiting: readonly Waiting[]): Promise<void> {
    try {
      const html = await this.#render(waiting.map(({ block }) => block))
      if (this.#cache.size > MAX_CACHED) this.#cache.clear()
      for (const [index, { block, done }] of waiting.entries()) {
        this.#cache.set(JSON.stringify(block), html[index] ?? '')
        done(html[index] ?? '')
      }
    } catch (error) {
      for (const { failed } of waiting) failed(error as Error)
    }
  }
}
