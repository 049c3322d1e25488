/** So many changes are told one by one; who has missed more looks at everything. */
const MAX_CHANGES = 2000

export type SearchChange = { readonly version: number; readonly slot: number; readonly id: number }

/** Which slots a search may find otherwise than before, in the order it happened. */
export class SearchChangeLog {
  #version = 0
  /** Changes up to this version have been forgotten. */
  #trimmedUpTo = 0
  #changes: SearchChange[] = []

  /** Rises with every change. */
  get version(): number {
    return this.#version
  }

  /** The slot holds a product with other words now, or another product, or none. */
  record(slot: number, id: number): void {
    this.#version += 1
    this.#changes.push({ version: this.#version, slot, id })
    if (this.#changes.length <= 2 * MAX_CHANGES) return
    this.#changes = this.#changes.slice(-MAX_CHANGES)
    this.#trimmedUpTo = (this.#changes[0]?.version ?? 1) - 1
  }

  /** What has changed after `version`, or null where that is too long ago to tell. */
  since(version: number): readonly SearchChange[] | null {
    if (version < this.#trimmedUpTo) return null
    return this.#changes.slice(this.#changes.length - (this.#version - version))
  }
}
