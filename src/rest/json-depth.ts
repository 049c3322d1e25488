/** How deep JSON may be nested: as deep as such shops read it. What is deeper cannot be written back or stored. */
export const MAX_JSON_DEPTH = 512

const QUOTE = '"'.charCodeAt(0)
const BACKSLASH = '\\'.charCodeAt(0)
const opening = new Set(['[', '{'].map((sign) => sign.charCodeAt(0)))
const closing = new Set([']', '}'].map((sign) => sign.charCodeAt(0)))

/** Whether this JSON text is nested deeper than allowed; it need not be right otherwise. Brackets in strings do not count. */
export function isTooDeep(text: string): boolean {
  let depth = 0
  let isInString = false
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at)
    if (isInString) {
      if (sign === BACKSLASH) at += 1
      else if (sign === QUOTE) isInString = false
    } else if (sign === QUOTE) isInString = true
    else if (opening.has(sign)) {
      depth += 1
      if (depth > MAX_JSON_DEPTH) return true
    } else if (closing.has(sign)) depth -= 1
  }
  return false
}
