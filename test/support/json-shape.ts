/**
 * The shape of a JSON value: names and types without values. Items of a list are merged into one shape, all numbers
 * have the same type, and strings that hold an amount or a time have separate types.
 */
export function shapeOf(value: unknown): unknown {
  if (value === null) return 'null'
  if (Array.isArray(value)) return value.length === 0 ? [] : [value.map(shapeOf).reduce(mergeShapes)]
  if (typeof value === 'object') {
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, shapeOf(part)]))
  }
  if (typeof value !== 'string') return typeof value
  if (/^-?\d+\.\d{2}$/.test(value)) return 'amount'
  return /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/.test(value) ? 'time' : 'string'
}

/** Merges the shapes of two list items: all names of both, and both types where they differ. */
function mergeShapes(a: unknown, b: unknown): unknown {
  if (Array.isArray(a) && Array.isArray(b)) return a.length === 0 ? b : b.length === 0 ? a : [mergeShapes(a[0], b[0])]
  if (isRecord(a) && isRecord(b)) {
    const names = new Set([...Object.keys(a), ...Object.keys(b)])
    return Object.fromEntries(
      [...names].map((name) => [name, name in a && name in b ? mergeShapes(a[name], b[name]) : (a[name] ?? b[name])]),
    )
  }
  return JSON.stringify(a) === JSON.stringify(b) ? a : `${String(a)}|${String(b)}`
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
