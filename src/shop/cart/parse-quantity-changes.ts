export type QuantityChanges = { readonly quantities: ReadonlyMap<string, number> }

/**
 * Parses `cart[{key}][qty]` fields as quantities by line key; null when one is not an integer from 0. The form also
 * submits the shown value as `cart[{key}][was]`: an unchanged field is ignored, so that an outdated page in another tab
 * does not undo later changes.
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
