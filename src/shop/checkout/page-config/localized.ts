/**
 * Settings as the platform prints them on pages: plain values at the top become text, booleans '1' or '', and what is
 * inside keeps its type (stripe-plugin sheet §7).
 */
export const localized = (settings: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(settings).map(([name, value]) => {
      if (typeof value === 'boolean') return [name, value ? '1' : '']
      return [name, typeof value === 'number' ? String(value) : value]
    }),
  )
