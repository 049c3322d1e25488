/** Maximum nesting of JSON, the limit of PHP's parser. */
export const MAX_JSON_DEPTH = 512

const QUOTE = '"'.charCodeAt(0)
const BACKSLASH = '\\'.charCodeAt(0)
const opening = new Set(['[', '{'].map((charCode) => charCode.charCodeAt(0)))
const closing = new Set([']', '}'].map((charCode) => charCode.charCodeAt(0)))

/** Whether a JSON text exceeds the maximum nesting. Brackets in strings do not count. */
export function isTooDeep(text: string): boolean {
  let depth = 0
  let isInString = false
  for (let index = 0; index < text.length; index += 1) {
    const charCode = text.charCodeAt(index)
    if (isInString) {
      if (charCode === BACKSLASH) index += 1
      else if (charCode === QUOTE) isInString = false
    } else if (charCode === QUOTE) isInString = true
    else if (opening.has(charCode)) {
      depth += 1
      if (depth > MAX_JSON_DEPTH) return true
    } else if (closing.has(charCode)) depth -= 1
  }
  return false
}
