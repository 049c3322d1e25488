/** Capacity of the log; consumers that have missed more rebuild from scratch. */
const MAX_CHANGES = 2000

export type SearchChange = { readonly version: number; readonly slot: number; readonly id: number }

export class SearchChangeLog {
  #version = 0
  /** Changes up to this version have been dropped. */
  #trimmedUpTo = 0
  #changes: SearchChange[] = []

  get version(): number {
    return this.#version
  }

  /** The slot has a product with a different search text, another product, or none. */
  record(slot: number, id: number): void {
    this.#version += 1
    this.#changes.push({ version: this.#version, slot, id })
    if (this.#changes.length <= 2 * MAX_CHANGES) return
    this.#changes = this.#changes.slice(-MAX_CHANGES)
    this.#trimmedUpTo = (this.#changes[0]?.version ?? 1) - 1
  }

  /** Changes after `version`, or null if the log no longer reaches back that far. */
  since(version: number): readonly SearchChange[] | null {
    if (version < this.#trimmedUpTo) return null
    return this.#changes.slice(this.#changes.length - (this.#version - version))
  }
}
