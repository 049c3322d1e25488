type Shown = ReadonlyMap<string, readonly string[]>

/** The rendered slots by Puck's block ids: of four possible columns, a two-column block renders two. */
export class ShownSlots {
  #shown: Shown = new Map()
  readonly #listeners = new Set<() => void>()

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly read = (): Shown => this.#shown

  set(id: string, names: readonly string[]): void {
    if (this.#shown.get(id)?.join() === names.join()) return
    this.#shown = new Map(this.#shown).set(id, names)
    for (const listener of this.#listeners) listener()
  }
}

/** Blocks that are not on the canvas yet count as rendered. */
export const isShown = (shown: Shown, id: string, name: string): boolean => shown.get(id)?.includes(name) ?? true
