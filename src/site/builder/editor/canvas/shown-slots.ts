/** Which slots a block shows now, by Puck's ids: one with two columns of four possible ones shows two. */
export class ShownSlots {
  readonly #names = new Map<string, string>()
  readonly #listeners = new Set<() => void>()
  #version = 0

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly version = () => this.#version

  set(id: string, names: readonly string[]): void {
    if (this.#names.get(id) === names.join()) return
    this.#names.set(id, names.join())
    this.#version += 1
    for (const listener of this.#listeners) listener()
  }

  isShown(id: string, name: string): boolean {
    return this.#names.get(id)?.split(',').includes(name) ?? true
  }
}
