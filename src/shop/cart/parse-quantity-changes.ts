export type QuantityChanges = { readonly quantities: ReadonlyMap<string, number> }

/**
 * `cart[{key}][qty]` fields as quantities by line key; null when one of them is no whole number from 0. Our own form
 * also says in `cart[{key}][was]` what it showed: a field that still stands as it was is no wish, so that a page left
 * open in another tab does not undo what was done since.
 */
export function parseQuantityChanges(fields: Readonly<Record<string, string>>): QuantityChanges | null {
  const quantities = new Map<string, number>()
  for (const [name, value] of Object.entries(fields)) {
    const key = /^cart\[([0-9a-f]{32})\]\[qty\]$/.exec(name)?.[1]
    if (key === undefined) continue
    if (!/^\d{1,6}$/.test(value.trim())) return null
    const quantity = Number(value)
    const previous = fields[`cart[${key}][was]`]
    if (previous === undefined || previous.trim() !== String(quantity)) quantities.set(key, quantity)
  }
  return { quantities }
}
