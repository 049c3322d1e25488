type Shown = ReadonlyMap<string, readonly string[]>

/** Which slots the blocks show now, by Puck's ids: one with two columns of four possible ones shows two. */
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

/** What is not on the canvas yet counts as shown. */
export const isShown = (shown: Shown, id: string, name: string): boolean => shown.get(id)?.includes(name) ?? true
