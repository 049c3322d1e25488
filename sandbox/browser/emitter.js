// Part of the script that a shop loads (`frame-assets.ts` joins the parts).

/** @typedef {(payload?: any) => void} Handler */

/** Handlers of named events; all objects of the script have them. */
class Emitter {
  /** @type {Map<string, Set<Handler>>} */
  #handlers = new Map()

  /** @param {string} event @param {Handler} handler */
  on(event, handler) {
    const handlers = this.#handlers.get(event) ?? new Set()
    this.#handlers.set(event, handlers.add(handler))
    return this
  }

  /** @param {string} event @param {Handler} handler */
  once(event, handler) {
    /** @type {Handler} */
    const first = (payload) => {
      this.off(event, first)
      handler(payload)
    }
    return this.on(event, first)
  }

  /** @param {string} event @param {Handler} [handler] */
  off(event, handler) {
    if (handler) this.#handlers.get(event)?.delete(handler)
    else this.#handlers.delete(event)
    return this
  }

  /** @param {string} event */
  hears(event) {
    return (this.#handlers.get(event)?.size ?? 0) > 0
  }

  /** @param {string} event @param {unknown} [payload] */
  emit(event, payload) {
    for (const handler of [...(this.#handlers.get(event) ?? [])]) handler(payload)
  }
}
